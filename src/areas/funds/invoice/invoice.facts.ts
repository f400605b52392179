import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { InvoiceLine } from './invoice.rules.ts'
import { ITEM_CLEARING, type ItemRow, readItem } from '../receivable/receivable.facts.ts'

interface LineRow {
  readonly id: string
  readonly invoice_id: string
  readonly scope_id: number
  readonly no: string
  readonly kind: InvoiceLine['invoiceKind']
  readonly legal_entity_code: string
  readonly operating_unit_code: string
  readonly customer_code: string
  readonly currency: string
  readonly minor_digits: number
  readonly warehouse_code: string | null
  readonly location_code: string | null
  readonly issued_on: string
  readonly due_on: string
  readonly tax_regime: InvoiceLine['taxRegime']
  readonly place_of_supply: string | null
  readonly line_no: number
  readonly sku_code: string
  readonly quantity: number
  readonly unit_price: string
  readonly net: string
  readonly tax: string
  readonly cgst_rate: string
  readonly sgst_rate: string
  readonly igst_rate: string
  readonly vat_rate: string
  readonly credited_quantity: number
  readonly credited_net: string
  readonly credited_tax: string
  readonly debited_net: string
  readonly debited_tax: string
  readonly locked_by: string | null
  readonly locked_round: number | null
  readonly locked_no: string | null
  readonly item: ItemRow | null
}

/** Lines of posted invoices with credited amounts, and what of their invoice is still unpaid. */
function linesSql(where: string): string {
  return `select l.id::text as id, l.invoice_id::text as invoice_id, v.scope_id, v.no, v.kind, v.legal_entity_code, v.operating_unit_code, v.customer_code,
     v.currency, y.minor_digits, v.warehouse_code, v.location_code, v.issued_on::text as issued_on, v.due_on::text as due_on, v.tax_regime,
     v.place_of_supply, l.line_no, l.sku_code, l.quantity, l.unit_price::text as unit_price, l.net::text as net, l.tax::text as tax,
     l.cgst_rate::text as cgst_rate, l.sgst_rate::text as sgst_rate, l.igst_rate::text as igst_rate, l.vat_rate::text as vat_rate,
     coalesce(s.credited_quantity, 0) as credited_quantity, coalesce(s.credited_net, 0)::text as credited_net,
     coalesce(s.credited_tax, 0)::text as credited_tax, coalesce(s.debited_net, 0)::text as debited_net,
     coalesce(s.debited_tax, 0)::text as debited_tax, s.locked_by::text as locked_by, s.locked_round, s.locked_no, i.item
   from customer_invoice_line l join customer_invoice v on v.id = l.invoice_id join currency y on y.code = v.currency
   left join customer_invoice_balance s on s.line_id = l.id
   left join lateral (
     select jsonb_build_object('id', i.id::text, 'scope_id', i.scope_id, 'no', i.no, 'external_no', i.external_no, 'kind', i.kind,
       'customer_code', i.customer_code, 'operating_unit_code', i.operating_unit_code, 'currency', i.currency, 'issued_on', i.issued_on,
       'due_on', i.due_on, 'original', i.original::text, 'open', i.open::text, 'locked', i.locked::text, 'account_id', i.account_id::text,
       'control', c.control::text, 'loss', c.loss::text) as item
     from receivable_item i, ${ITEM_CLEARING}
     where i.operating_unit_code = v.operating_unit_code and i.customer_code = v.customer_code and i.kind = 'invoice' and i.no = v.no
   ) i on v.kind = 'invoice'
   where ${where} order by v.no, l.line_no`
}

const byId = prepared<LineRow>('funds.invoice-lines', linesSql('l.id = any ($1::bigint[])'))
const ofInvoices = prepared<LineRow>(
  'funds.lines-of-invoices',
  linesSql('v.no = any ($1::text[]) and v.operating_unit_code = $2'),
)
const locked = prepared<LineRow>('funds.locked-invoice-lines', linesSql('s.locked_by = $1::bigint'))

/** Lines by id. */
export function invoiceLines(ids: readonly string[]): Statement<LineRow> {
  return byId([...new Set(ids)])
}

/** All lines of an operating unit's invoices, by invoice number. */
export function linesOfInvoices(operatingUnitCode: string, nos: readonly string[]): Statement<LineRow> {
  return ofInvoices([...new Set(nos)], operatingUnitCode)
}

/** Lines locked by a document. */
export function lockedInvoiceLines(documentId: string | null): Statement<LineRow> {
  return locked(documentId)
}

export function readInvoiceLines(rows: readonly LineRow[]): InvoiceLine[] {
  return rows.map((row) => ({
    id: row.id,
    invoiceId: row.invoice_id,
    invoiceNo: row.no,
    invoiceKind: row.kind,
    scopeId: row.scope_id,
    legalEntityCode: row.legal_entity_code,
    operatingUnitCode: row.operating_unit_code,
    customerCode: row.customer_code,
    currency: row.currency,
    minorDigits: row.minor_digits,
    warehouseCode: row.warehouse_code,
    locationCode: row.location_code,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    taxRegime: row.tax_regime,
    placeOfSupply: row.place_of_supply,
    lineNo: row.line_no,
    skuCode: row.sku_code,
    quantity: row.quantity,
    unitPrice: amount(row.unit_price),
    net: amount(row.net),
    tax: amount(row.tax),
    rates: {
      cgst: amount(row.cgst_rate),
      sgst: amount(row.sgst_rate),
      igst: amount(row.igst_rate),
      vat: amount(row.vat_rate),
    },
    credited: { quantity: row.credited_quantity, net: amount(row.credited_net), tax: amount(row.credited_tax) },
    debited: { net: amount(row.debited_net), tax: amount(row.debited_tax) },
    lock:
      row.locked_by === null || row.locked_round === null || row.locked_no === null
        ? null
        : { documentId: row.locked_by, round: row.locked_round, no: row.locked_no },
    item: row.item ? readItem(row.item) : null,
  }))
}
