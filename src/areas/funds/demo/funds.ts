import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Postings } from '#kernel/engine/document/server-document.ts'
import { post as postJournal } from '#kernel/engine/ledger/post.ts'
import { amount, type Amount, sumAmounts, zero } from '#kernel/base/money/money.ts'
import {
  accountOf,
  type FundsDocument,
  clearingOf,
  type FundsAccount,
  type FundsKey,
} from '../account/funds-account.ts'
import type { RebateCredit } from '../rebate/rebate.rules.ts'
import { fundsAccountsNamedBy, openAccounts, readFundsAccounts } from '../account/funds-accounts.facts.ts'
import { comes, leaves } from '../account/funds-posting.server.ts'
import { creditRebate, movesOfRebate } from '../rebate/rebate.plans.ts'
import { newItems } from '../receivable/receivable.plans.ts'
import { type DemoInvoice, INVOICE_MONTHS, recentInvoices, seedInvoices } from './invoices.ts'

const DAY_MS = 86_400_000
/** Months of which receivables are simulated individually. */
const MONTHS = 7

const ofInvoices = fundsAccountsNamedBy(
  'demo-invoices',
  'select distinct customer_code, operating_unit_code, currency from customer_invoice where $1::bigint is null',
)
const newId = prepared<{ id: string; actor: number }>(
  'demo funds document',
  `select nextval('document_id') as id, (select id from app_user where account = 'hq.finance') as actor`,
)

interface Entry {
  readonly documentType: string
  readonly action: string
  readonly at: Date
  readonly plan: (by: FundsDocument) => Postings
}

interface Books {
  readonly now: Date
  readonly accounts: readonly FundsAccount[]
  /** The entries to book. */
  readonly entries: Entry[]
}

const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)
const keyOf = ({ customer, unit, currency }: DemoInvoice): FundsKey => ({
  customerCode: customer,
  operatingUnitCode: unit,
  currency,
})

/** Adds one journal of the migrated data, so many days ago. */
function book(
  { now, entries }: Books,
  documentType: string,
  action: string,
  daysAgo: number,
  plan: (by: FundsDocument) => Postings,
): void {
  entries.push({ documentType, action, at: before(now, daysAgo), plan })
}

async function post(tx: Tx, { documentType, action, at, plan }: Entry): Promise<void> {
  const made = await tx.first(newId())
  if (!made) throw new Error('no id for a document')
  const day = at.toISOString().slice(0, 10)
  const no = `${documentType === 'erpReceivables' ? 'ERP-AR' : 'OPEN'}-${day.replaceAll('-', '')}`
  const by: FundsDocument = { id: made.id, round: 1, action, documentType, no }
  const { legs, writes = [] } = plan(by)
  if (legs.length === 0) return
  const key = { documentType, documentId: by.id, round: by.round, action }
  await tx.flight([...writes, postJournal({ key, actorId: made.actor, at, legs })])
}

/** The paid part of an invoice by its age: newer ones less, with some late in every band. */
function paidOf({ gross, draw, month }: DemoInvoice): Amount {
  const chance = [0, 12, 55, 74, 88, 92, 95][month] ?? 97
  if (draw % 100 < chance) return amount(gross)
  return draw % 5 === 0 && month > 0 ? amount(gross).times(40).div(100).round(2) : zero
}

/** Receivables: the ERP's invoices of the last months, and their receipts. */
function receivables(books: Books, invoices: readonly DemoInvoice[]): void {
  for (let month = MONTHS - 1; month >= 0; month -= 1) {
    const own = invoices
      .filter((each) => each.month === month)
      .map((each, index) => ({ ...each, ...sides(books.accounts, keyOf(each)), paid: paidOf(each), line: index + 1 }))
    const issued = { ...books, days: month * 30 + 2 }
    book(books, 'erpReceivables', 'issue', issued.days, (by) => ({
      legs: own.flatMap(({ owner, control, gross, currency, line }) =>
        comes(owner.account, 'rcv', control.account, amount(gross), currency, line),
      ),
      writes: newItems(
        by,
        own.map(({ owner, no, issued: issuedOn, due: dueOn, gross, paid, line }) => ({
          owner,
          kind: 'invoice' as const,
          no,
          issuedOn,
          dueOn,
          amount: amount(gross),
          applied: paid,
          line,
        })),
        'receipt',
      ),
    }))
    book(books, 'erpReceivables', 'receive', Math.max(issued.days - 2, 0), () => ({
      legs: own.flatMap(({ owner, bank, paid, currency, line }) =>
        leaves(owner.account, 'rcv', bank.account, paid, currency, line),
      ),
    }))
  }
  // Payments without a reference.
  const loose = invoices.filter(({ month, draw }) => month === 0 && draw % 9 === 0)
  book(books, 'erpReceivables', 'receive', 1, (by) => {
    const all = loose.map((each, index) => ({
      each,
      ...sides(books.accounts, keyOf(each)),
      value: share(each, 15),
      line: index + 1,
    }))
    return {
      legs: all.flatMap(({ owner, bank, value, each, line }) =>
        leaves(owner.account, 'crd', bank.account, value, each.currency, line),
      ),
      writes: newItems(
        by,
        all.map(({ each, owner, value, line }) => {
          const day = dayIn(each.zone, before(books.now, 1))
          return { owner, kind: 'receipt', no: `${by.no}-${line}`, issuedOn: day, dueOn: day, amount: value, line }
        }),
      ),
    }
  })
}

function sides(accounts: readonly FundsAccount[], key: FundsKey) {
  return {
    owner: accountOf(accounts, 'RECEIVABLE', key),
    control: clearingOf(accounts, 'AR_CONTROL', key),
    bank: clearingOf(accounts, 'BANK_CLEARING', key),
  }
}

/** So many percent of an invoice, in whole units. */
const share = ({ gross }: DemoInvoice, percent: number): Amount => amount(gross).times(percent).div(100).round(0, 0)

/** Credit dates of rebates, their share of a month's business, and their days of validity. */
const CREDITS = [
  { daysAgo: 410, percent: 3, days: 365, productClass: null },
  { daysAgo: 220, percent: 4, days: 240, productClass: 'phone' },
  { daysAgo: 120, percent: 2, days: null, productClass: null },
  { daysAgo: 35, percent: 5, days: 180, productClass: null },
] as const

function rebates(books: Books, newest: readonly DemoInvoice[]): void {
  for (const [round, { daysAgo, percent, days, productClass }] of CREDITS.entries()) {
    const own = newest.filter(({ draw }) => draw % (round + 3) !== 0)
    book(books, 'rebateOpening', 'approve', daysAgo, (by) =>
      creditRebate(
        by,
        books.accounts,
        own.map((each, index): RebateCredit => ({
          ...keyOf(each),
          creditedOn: dayIn(each.zone, before(books.now, daysAgo)),
          expiresOn: days === null ? null : dayIn(each.zone, before(books.now, daysAgo - days)),
          productClass,
          schemeNo: null,
          taxMode: round === 1 ? 'included' : 'none',
          amount: share(each, percent),
          line: index + 1,
        })),
      ),
    )
  }
  // Part of the longest valid ones was spent on orders.
  const spent = newest.filter(({ draw }) => draw % 3 === 0 && draw % 5 !== 0)
  book(books, 'rebateOpening', 'spend', 20, (by) => {
    const takes = spent.map((each, index) => {
      const rebate = accountOf(books.accounts, 'REBATE', keyOf(each))
      const clearing = clearingOf(books.accounts, 'REBATE_CLEARING', keyOf(each))
      return { rebate, clearing, amount: share(each, 1), currency: each.currency, line: index + 1 }
    })
    return {
      legs: takes.flatMap(({ rebate, clearing, amount: value, currency, line }) =>
        leaves(rebate.account, 'avl', clearing.account, value, currency, line),
      ),
      writes: movesOfRebate(
        by,
        takes.map(({ rebate, amount: value, line }) => ({
          step: 'take',
          account: rebate.account,
          amount: value,
          line,
        })),
      ),
    }
  })
}

/** Prepayments of customers, and what they spent of them. */
function recharges(books: Books, newest: readonly DemoInvoice[]): void {
  const moves = [
    { daysAgo: 95, percent: 60, every: 2, direction: comes },
    { daysAgo: 48, percent: 35, every: 3, direction: comes },
    { daysAgo: 30, percent: 20, every: 6, direction: leaves },
  ] as const
  for (const { daysAgo, percent, every, direction } of moves) {
    const own = newest.filter(({ draw }) => draw % every === 0)
    book(books, 'rechargeOpening', direction === comes ? 'approve' : 'spend', daysAgo, () => ({
      legs: own.flatMap((each, index) => {
        const account = accountOf(books.accounts, 'RECHARGE', keyOf(each))
        const bank = clearingOf(books.accounts, 'BANK_CLEARING', keyOf(each))
        return direction(account.account, 'avl', bank.account, share(each, percent), each.currency, index + 1)
      }),
    }))
  }
}

/** Funds and receivables of distributors as migrated from the former systems: invoices in bulk, all money through journals. */
export async function seedFunds(tx: Tx, now: Date): Promise<void> {
  await tx.run(seedInvoices(now, INVOICE_MONTHS))
  const opened = readFundsAccounts(await tx.rows(ofInvoices(null)))
  await tx.flight(openAccounts(opened))
  const books: Books = { now, accounts: opened.map((account) => ({ ...account, isNew: false })), entries: [] }
  const invoices = await tx.rows(recentInvoices(now, MONTHS))
  // One for each customer and currency.
  const newest = invoices.filter(({ month }) => month === 0)
  rebates(books, newest)
  recharges(books, newest)
  receivables(books, invoices)
  // Movements are sorted by time.
  for (const entry of books.entries.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
    await post(tx, entry)
  if (sumAmounts(invoices.map(({ gross }) => amount(gross))).eq(0)) throw new Error('the demonstration has no invoices')
}
