import pg from 'pg'
import {
  frozenRebate,
  type FundsAccount,
  fundsAccounts,
  type FundsDocument,
  readFrozenRebate,
  readFundsAccounts,
} from '#areas/funds/funds.facade.ts'
import { sessionOptions } from '#kernel/platform/db/pool.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import type { Postings } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { post, postRefusal } from '#kernel/engine/ledger/post.ts'
import { fundsLedger } from '#areas/funds/funds.ledger.ts'
import { replayDifferences } from '#kernel/engine/ledger/replay.ts'
import { comes } from '#areas/funds/account/funds-posting.server.ts'
import { openAccounts } from '#areas/funds/account/funds-accounts.facts.ts'
import { newItems, receivableOf } from '#areas/funds/receivable/receivable.plans.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'

export const UNIT = 'OU-IN'
export const CURRENCY = 'INR'

export interface FundsWorld {
  readonly pool: pg.Pool
  query<T>(text: string, values?: readonly unknown[]): Promise<T[]>
  read<T>(statement: Statement<T>): Promise<T[]>
  /** A document that does not exist elsewhere: its next act. */
  by(action: string, of?: FundsDocument): FundsDocument
  /** An act of a document: reads and plans again where another was quicker, as the runner of documents does. */
  act(by: FundsDocument, plan: () => Promise<Postings>): Promise<void>
  accounts(...customers: readonly string[]): Promise<FundsAccount[]>
  frozen(by: FundsDocument): Promise<ReturnType<typeof readFrozenRebate>>
  /** The broken invariants. */
  broken(): Promise<string[]>
  close(): Promise<void>
}

let documents = 9_000_000_000

/** Customer funds on a database with customers and operating units, moved by acts of documents that exist only here. */
export async function fundsWorld(connectionString: string): Promise<FundsWorld> {
  const pool = new pg.Pool({ connectionString, max: 12, options: sessionOptions() })
  const query = async <T>(text: string, values: readonly unknown[] = []) =>
    (await pool.query(text, values as unknown[])).rows as T[]
  const read = <T>({ text, values }: Statement<T>) => query<T>(text, values)
  async function once({ documentType, id, round, action }: FundsDocument, plan: () => Promise<Postings>) {
    const { legs, reserve, resolve, writes = [] } = await plan()
    const key = { documentType, documentId: id, round, action }
    const journal = post({
      key,
      actorId: 1,
      at: new Date('2026-11-22T08:00:00Z'),
      legs,
      ...(reserve ? { reserve } : {}),
      ...(resolve ? { resolve } : {}),
    })
    await transaction(pool, (tx) => tx.flight([...writes, journal]))
  }
  return {
    pool,
    query,
    read,
    by(action, of) {
      if (of) return { ...of, action }
      documents += 1
      return { id: String(documents), round: 1, action, documentType: 'testFunds', no: `TF${documents}` }
    },
    async act(by, plan) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await once(by, plan)
          return
        } catch (error) {
          const refusal = postRefusal(error)
          const isOvertaken = (error as { readonly code?: string }).code === 'KN001'
          if ((isOvertaken || refusal?.key === 'ledger.insufficient') && attempt < 3) continue
          throw refusal ? new Refused(refusal) : error
        }
      }
    },
    accounts: async (...customers) => readFundsAccounts(await read(fundsAccounts(customers, UNIT, CURRENCY))),
    frozen: async ({ id }) => readFrozenRebate(await read(frozenRebate(id))),
    broken: () => brokenFunds(query),
    close: () => pool.end(),
  }
}

/** The key of a refusal; an accepted act fails the test. */
export async function refusedBy(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refused)) throw error ?? new Error('it was not refused')
  return error.first.key
}

type Query = <T>(text: string, values?: readonly unknown[]) => Promise<T[]>

/** Each query returns the rows that break an invariant; none means that it holds (domain.md section 4). */
const BROKEN: Readonly<Record<string, string>> = {
  'what an account has is what it received less what it gave': `
    select id from funds_account where avl + occ + rcv + crd <> received - given`,
  'a customer has nothing below zero': `
    select id from funds_account where customer_code is not null and (least(avl, occ, rcv) < 0 or crd > 0)`,
  'every journal balances in each currency': `
    select journal_id from ledger_posting where ledger = 'funds' group by journal_id, currency having sum(amount) <> 0`,
  'an operating unit clears to nothing': `
    select operating_unit_code, currency from funds_account group by 1, 2 having sum(avl + occ + rcv + crd) <> 0`,
  'batches are what the account has': `
    select a.id from funds_account a left join rebate_batch b on b.account_id = a.id where a.kind = 'REBATE' group by a.id
    having (coalesce(sum(b.available), 0), coalesce(sum(b.occupied), 0)) <> (a.avl, a.occ)`,
  'a batch is the sum of its moves': `
    select b.id from rebate_batch b left join rebate_batch_move m on m.batch_id = b.id group by b.id
    having (b.available, b.occupied, b.consumed, b.expired) <> (
      coalesce(sum(case 'available' when m.to_stage then m.amount when m.from_stage then -m.amount else 0 end), 0),
      coalesce(sum(case 'occupied' when m.to_stage then m.amount when m.from_stage then -m.amount else 0 end), 0),
      coalesce(sum(case 'consumed' when m.to_stage then m.amount else 0 end), 0),
      coalesce(sum(case 'expired' when m.to_stage then m.amount else 0 end), 0))`,
  'what is occupied is what open reservations hold': `
    select a.id from funds_account a left join ledger_reservation r on r.ledger = 'funds' and r.account_id = a.id and r.resolved_by is null
    where a.kind = 'REBATE' group by a.id having coalesce(sum(r.amount), 0) <> a.occ`,
  'items are what the account has': `
    select a.id from funds_account a left join receivable_item i on i.account_id = a.id where a.kind = 'RECEIVABLE' group by a.id
    having (coalesce(sum(i.open) filter (where i.kind in ('invoice', 'debitNote')), 0), -coalesce(sum(i.open) filter (where i.kind in ('creditMemo', 'receipt')), 0))
      <> (a.rcv, a.crd)`,
  'an item is the sum of its moves': `
    select i.id from receivable_item i left join receivable_move m on m.item_id = i.id group by i.id
    having (i.open, i.locked) <> (
      coalesce(sum(case when m.act in ('issue', 'raise') then m.amount when m.act in ('settle', 'lower') then -m.amount else 0 end), 0),
      coalesce(sum(case when m.act = 'lock' then m.amount when m.act in ('unlock', 'settle') then -m.amount else 0 end), 0))`,
  'a move says what was before and after': `
    select id from receivable_move where after - before <> case when act in ('issue', 'raise') then amount when act in ('settle', 'lower') then -amount else 0 end`,
  'an invoice is the sum of its lines': `
    select v.id from customer_invoice v join customer_invoice_line l on l.invoice_id = v.id group by v.id
    having (sum(l.net), sum(l.tax), sum(l.gross)) <> (v.net, v.tax, v.gross)`,
  'no more is credited of a line than it has': `
    select l.id from customer_invoice_line l join customer_invoice_balance s on s.line_id = l.id
    where s.credited_quantity > l.quantity or s.credited_net > l.net + s.debited_net or s.credited_tax > l.tax + s.debited_tax`,
  // Units of which only the price was wrong are on a credit note too, and are not taken back.
  'what was credited of a line is what credit notes say of it': `
    select s.line_id, s.credited_quantity, m.quantity as moved, s.credited_net, c.net from customer_invoice_balance s left join (
      select n.original_line_id, sum(n.quantity) as quantity, sum(n.net) as net, sum(n.tax) as tax from customer_invoice_line n
      join customer_invoice v on v.id = n.invoice_id and v.kind = 'creditNote' group by 1) c on c.original_line_id = s.line_id
    left join (select line_id, sum(quantity) as quantity from customer_invoice_move where act = 'credit' group by 1) m on m.line_id = s.line_id
    where (s.credited_quantity, s.credited_net, s.credited_tax) <> (coalesce(m.quantity, 0), coalesce(c.net, 0), coalesce(c.tax, 0))
      or s.credited_quantity > coalesce(c.quantity, 0)`,
  'what made a line dearer is what debit notes say of it': `
    select s.line_id from customer_invoice_balance s left join (
      select m.line_id, sum(m.net) as net, sum(m.tax) as tax from customer_invoice_move m where m.act = 'debit'
        and exists (select from customer_invoice v join customer_invoice_line n on n.invoice_id = v.id and n.original_line_id = m.line_id
          and (n.net, n.tax) = (m.net, m.tax) where v.kind = 'debitNote' and v.source_id = m.by_document_id) group by 1) d using (line_id)
    where (s.debited_net, s.debited_tax) <> (coalesce(d.net, 0), coalesce(d.tax, 0))`,
}

/** Checks everything that must hold of customer funds between two acts; returns the names of the broken invariants, with the rows. */
export async function brokenFunds(query: Query): Promise<string[]> {
  const { text, values } = replayDifferences(fundsLedger)
  const found = await Promise.all(
    [...Object.entries(BROKEN), ['balances are the sum of their postings', text] as const].map(
      async ([name, statement]) => {
        const rows = await query<object>(statement, statement === text ? values : [])
        return rows.length > 0 ? [`${name}: ${JSON.stringify(rows.slice(0, 3))}`] : []
      },
    ),
  )
  return found.flat()
}

interface Posted {
  readonly no: string
  readonly customer: string
  readonly issuedOn: string
  /** Quantity and unit price without tax; 18 % GST on top. */
  readonly lines: readonly { readonly quantity: number; readonly price: string }[]
  readonly warehouse?: string
  readonly location?: string
}

const cents = (value: ReturnType<typeof amount>) => amountText(value.round(2, 1))

/** An Indian invoice as the ERP posts it, and its amount due. Returns the open amount. */
export async function postedInvoice(world: FundsWorld, { no, customer, issuedOn, ...more }: Posted): Promise<string> {
  const lines = more.lines.map(({ quantity, price }) => {
    const net = amount(price).times(quantity)
    const half = amount(cents(net.times(9).div(100)))
    return { quantity, price, net, half, tax: half.times(2), gross: net.plus(half.times(2)) }
  })
  const total = (of: 'net' | 'tax' | 'gross') => amountText(sumAmounts(lines.map((line) => line[of])))
  await world.query(
    `with v as (
       insert into customer_invoice (scope_id, kind, no, legal_entity_code, operating_unit_code, customer_code, currency, warehouse_code,
         location_code, issued_on, due_on, tax_regime, place_of_supply, net, tax, gross)
       select c.scope_id, 'invoice', $1, u.legal_entity_code, u.code, c.code, $4, $9, $10, $5, $5, 'gst', '27', $6, $7, $8
       from customer c, operating_unit u where c.code = $2 and u.code = $3 returning id
     ) insert into customer_invoice_line (invoice_id, line_no, sku_code, quantity, unit_price, net, cgst_rate, sgst_rate, cgst, sgst, tax, gross)
       select v.id, w.line, s.code, w.quantity, w.price, w.net, 9, 9, w.half, w.half, w.half * 2, w.net + w.half * 2
       from v, (select min(code) as code from sku) s,
         unnest($11::int[], $12::numeric[], $13::numeric[], $14::numeric[]) with ordinality as w (quantity, price, net, half, line)`,
    [
      no,
      customer,
      UNIT,
      CURRENCY,
      issuedOn,
      total('net'),
      total('tax'),
      total('gross'),
      more.warehouse ?? null,
      more.location ?? null,
      lines.map(({ quantity }) => quantity),
      lines.map(({ price }) => price),
      lines.map(({ net }) => amountText(net)),
      lines.map(({ half }) => amountText(half)),
    ],
  )
  const gross = amount(total('gross'))
  const by = world.by('approve')
  await world.act(by, async () => {
    const { owner, control, loss } = receivableOf(await world.accounts(customer), {
      customerCode: customer,
      operatingUnitCode: UNIT,
      currency: CURRENCY,
    })
    return {
      legs: comes(owner.account, 'rcv', control.account, gross, CURRENCY, 1),
      writes: [
        ...openAccounts([owner, control, loss]),
        ...newItems(by, [{ owner, kind: 'invoice', no, issuedOn, dueOn: issuedOn, amount: gross, line: 1 }]),
      ],
    }
  })
  return total('gross')
}
