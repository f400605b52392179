import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Postings } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { amountText, sumAmounts, zero } from '#kernel/base/money/money.ts'
import type { FundsDocument, FundsAccount } from '../account/funds-account.ts'
import { fundsErrors } from '../funds.errors.ts'
import {
  checkCredits,
  checkInvoiceLocks,
  creditTaxes,
  type InvoiceLine,
  type InvoiceNote,
  type NoteLine,
  type Taxes,
  taxesOf,
  unitsOf,
} from './invoice.rules.ts'
import { freeOf } from '../receivable/receivable.rules.ts'
import { openAccounts } from '../account/funds-accounts.facts.ts'
import { comes, leaves } from '../account/funds-posting.server.ts'
import { changes, newItems, receivableOf } from '../receivable/receivable.plans.ts'
import { refuseAny } from '../rebate/rebate.plans.ts'

// Notes to posted invoices: an invoice of their own kind, its receivable, and the credited amount of each line.

const changeInvoices = prepared(
  'funds.change-invoices',
  `select invoice_change($1, $2, $3, $4, $5, $6::int[], $7::bigint[], $8::text[], $9::int[], $10::numeric[], $11::numeric[])`,
)

const insertNote = prepared(
  'funds.insert-note',
  `with made as (
     insert into customer_invoice (scope_id, kind, no, legal_entity_code, operating_unit_code, customer_code, currency, warehouse_code, location_code,
       issued_on, due_on, tax_regime, place_of_supply, net, tax, gross, original_id, source_type, source_id, source_no)
     select o.scope_id, $2, $3, o.legal_entity_code, o.operating_unit_code, o.customer_code, o.currency, o.warehouse_code, o.location_code,
       $4::date, $5::date, o.tax_regime, o.place_of_supply, $6::numeric, $7::numeric, $6::numeric + $7::numeric, o.id, $8, $9::bigint, $10
     from customer_invoice o where o.id = $1 returning id
   ) insert into customer_invoice_line (invoice_id, line_no, sku_code, quantity, unit_price, net, cgst_rate, sgst_rate, igst_rate, vat_rate,
       cgst, sgst, igst, vat, tax, gross, original_line_id)
     select made.id, w.position, l.sku_code, w.quantity, w.price, w.net, l.cgst_rate, l.sgst_rate, l.igst_rate, l.vat_rate,
       w.cgst, w.sgst, w.igst, w.vat, w.tax, w.net + w.tax, l.id
     from made, unnest($11::bigint[], $12::int[], $13::numeric[], $14::numeric[], $15::numeric[], $16::numeric[], $17::numeric[], $18::numeric[], $19::numeric[])
       with ordinality as w (line, quantity, price, net, cgst, sgst, igst, vat, tax, position)
     join customer_invoice_line l on l.id = w.line`,
)

interface LineStep {
  readonly act: 'lock' | 'unlock' | 'credit' | 'debit'
  readonly of: InvoiceLine
  readonly line: number
  readonly note?: NoteLine
  readonly taxes?: Taxes
}

function steps({ documentType, id, round, action, no }: FundsDocument, all: readonly LineStep[]): Statement[] {
  if (all.length === 0) return []
  return [
    changeInvoices(
      documentType,
      id,
      round,
      action,
      no,
      all.map(({ line }) => line),
      all.map(({ of }) => of.id),
      all.map(({ act }) => act),
      all.map(({ note }) => (note ? unitsOf(note) : 0)),
      all.map(({ note }) => amountText(note?.net ?? zero)),
      all.map(({ taxes }) => amountText(taxes?.tax ?? zero)),
    ),
  ]
}

/** No other document works on these lines until this one unlocks them. */
export function lockInvoiceLines(
  by: FundsDocument,
  lines: readonly { readonly of: InvoiceLine; readonly line: number }[],
): Postings {
  refuseAny(checkInvoiceLocks(lines, by.id))
  return {
    legs: [],
    writes: steps(
      by,
      lines.map((each) => ({ ...each, act: 'lock' })),
    ),
  }
}

/** Unlocks what the document has locked. */
export function unlockInvoiceLines(by: FundsDocument, lines: readonly InvoiceLine[]): Postings {
  const own = lines.filter(({ lock }) => lock?.documentId === by.id)
  return {
    legs: [],
    writes: steps(
      by,
      own.map((of) => ({ of, line: of.lineNo, act: 'unlock' })),
    ),
  }
}

/**
 * Cr RECEIVABLE / Dr AR control by the reduced receivable, tax included: against the invoice's open and free part
 * first, the rest stays open as a credit. Named after the document: `<no>-C1`.
 */
export function issueCreditNote(
  by: FundsDocument,
  accounts: readonly FundsAccount[],
  notes: readonly InvoiceNote[],
): Postings {
  const lines = notes.flatMap((note) => note.lines)
  refuseAny([...checkInvoiceLocks(lines, by.id), ...checkCredits(lines)])
  const taxes = creditTaxes(lines)
  const left = new Map<string, ReturnType<typeof freeOf>>()
  let at = 0
  const made = notes.map((note, index) => {
    const own = note.lines.map((line) => ({ ...line, taxes: taxes[at++]! }))
    const first = firstOf(note)
    const totals = totalsOf(own)
    const { item } = first
    const free = item ? (left.get(item.id) ?? freeOf(item)) : zero
    const applied = totals.gross.lt(free) ? totals.gross : free
    if (item) left.set(item.id, free.minus(applied))
    const no = `${by.no}-C${index + 1}`
    return {
      note,
      own,
      first,
      item,
      no,
      applied,
      line: note.lines[0]?.line ?? 1,
      ...totals,
      ...receivableOf(accounts, first),
    }
  })
  return {
    legs: made.flatMap(({ owner, control, gross, applied, first, line }) => [
      ...leaves(owner.account, 'rcv', control.account, applied, first.currency, line),
      ...leaves(owner.account, 'crd', control.account, gross.minus(applied), first.currency, line),
    ]),
    writes: [
      ...openAccounts(made.flatMap(({ owner, control, loss }) => [owner, control, loss])),
      ...changes(
        by,
        made.flatMap(({ item, applied, line }) =>
          item ? [{ act: 'lower' as const, item, line, amount: applied, cause: 'note' }] : [],
        ),
      ),
      ...newItems(
        by,
        made.map(({ owner, note, no, gross, applied, line }) => {
          return { ...note, owner, kind: 'creditMemo', no, amount: gross, applied, line }
        }),
      ),
      ...made.map((each) => noteRow(by, 'creditNote', each)),
      ...steps(
        by,
        made.flatMap(({ own }) => own.map((note) => ({ act: 'credit' as const, ...note, note }))),
      ),
    ],
  }
}

/**
 * Dr RECEIVABLE / Cr AR control by the increased receivable, tax included: a note of its own, named after the document:
 * `<no>-D1`.
 */
export function issueDebitNote(
  by: FundsDocument,
  accounts: readonly FundsAccount[],
  notes: readonly InvoiceNote[],
): Postings {
  refuseAny(
    checkInvoiceLocks(
      notes.flatMap((note) => note.lines),
      by.id,
    ),
  )
  const made = notes.map((note, index) => {
    const own = note.lines.map((line) => ({ ...line, taxes: taxesOf(line.of, line.net) }))
    const first = firstOf(note)
    const no = `${by.no}-D${index + 1}`
    return { note, own, first, no, line: note.lines[0]?.line ?? 1, ...totalsOf(own), ...receivableOf(accounts, first) }
  })
  return {
    legs: made.flatMap(({ owner, control, gross, first, line }) =>
      comes(owner.account, 'rcv', control.account, gross, first.currency, line),
    ),
    writes: [
      ...openAccounts(made.flatMap(({ owner, control, loss }) => [owner, control, loss])),
      ...newItems(
        by,
        made.map(({ owner, note, no, gross, line }) => ({
          ...note,
          owner,
          kind: 'debitNote',
          no,
          amount: gross,
          line,
        })),
      ),
      ...made.map((each) => noteRow(by, 'debitNote', each)),
      // A reinvoiced line is a line of its own.
      ...steps(
        by,
        made.flatMap(({ own }) =>
          own.filter(({ isPriceOnly }) => isPriceOnly).map((note) => ({ act: 'debit' as const, ...note, note })),
        ),
      ),
    ],
  }
}

/** A note refers to one invoice. */
function firstOf({ lines }: InvoiceNote): InvoiceLine {
  const first = lines[0]?.of
  if (!first) throw new Error('a note says nothing')
  const other = lines.find(({ of }) => of.invoiceId !== first.invoiceId)
  if (other) throw new Refused(fundsErrors.mixedInvoices({ no: first.invoiceNo, other: other.of.invoiceNo }))
  return first
}

type TaxedLine = NoteLine & { readonly taxes: Taxes }

function totalsOf(lines: readonly TaxedLine[]) {
  const net = sumAmounts(lines.map((each) => each.net))
  const tax = sumAmounts(lines.map(({ taxes }) => taxes.tax))
  return { net, tax, gross: net.plus(tax) }
}

interface MadeNote extends ReturnType<typeof totalsOf> {
  readonly note: InvoiceNote
  readonly own: readonly TaxedLine[]
  readonly first: InvoiceLine
  readonly no: string
}

function noteRow(
  by: FundsDocument,
  kind: 'creditNote' | 'debitNote',
  { note, own, first, no, net, tax }: MadeNote,
): Statement {
  const all = (of: (line: TaxedLine) => Parameters<typeof amountText>[0]) => own.map((line) => amountText(of(line)))
  return insertNote(
    first.invoiceId,
    kind,
    no,
    note.issuedOn,
    note.dueOn,
    amountText(net),
    amountText(tax),
    by.documentType,
    by.id,
    by.no,
    own.map(({ of }) => of.id),
    own.map(({ quantity }) => quantity),
    all(({ unitPrice }) => unitPrice),
    all((line) => line.net),
    all(({ taxes }) => taxes.cgst),
    all(({ taxes }) => taxes.sgst),
    all(({ taxes }) => taxes.igst),
    all(({ taxes }) => taxes.vat),
    all(({ taxes }) => taxes.tax),
  )
}
