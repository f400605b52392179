import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { amount, amountText, zero } from '#kernel/base/money/money.ts'
import { asPending, type PendingDocumentRow } from '#kernel/engine/document/pending-documents.ts'

const OF_ITEMS = `from receivable_item x where x.operating_unit_code = $1 and x.customer_code = $2 and x.currency = $3 and x.no = any ($4::text[])`

/** The open part of items ($1 to $4) not locked by documents other than this one ($5). */
const freeItems = prepared<{ no: string; free: string }>(
  'scheme.free-items',
  `select x.no, sum(x.open - x.locked + coalesce((
     select sum(case m.act when 'lock' then m.amount else -m.amount end) from receivable_move m
     where m.item_id = x.id and m.by_document_id = $5 and m.act in ('lock', 'unlock', 'settle')), 0))::text as free
   ${OF_ITEMS} and x.kind in ('invoice', 'debitNote') group by 1`,
)

/** Other documents in approval on the same items. */
const pendingOnItems = prepared<PendingDocumentRow>(
  'scheme.pending-on-items',
  `select i.document_id, i.round, i.document_no as no, sum(case m.act when 'lock' then m.amount else -m.amount end)::text as amount,
     $3::text as currency, i.started_at, u.name_zh, u.name_en
   from (select x.id ${OF_ITEMS} and x.locked > 0) k
   join receivable_move m on m.item_id = k.id and m.act in ('lock', 'unlock', 'settle') and m.by_document_id <> $5
   join approval_instance i on i.document_id = m.by_document_id and i.round = m.by_round join app_user u on u.id = i.drafter_id
   group by 1, 2, 3, 6, 7, 8 having sum(case m.act when 'lock' then m.amount else -m.amount end) > 0
   order by i.started_at limit 50`,
)

/** Of a receivables adjustment: the open amount of each item before and after. */
export async function itemFacts(tx: Tx, { language }: RequestContext, { row, wire, lines }: LoadedDocument) {
  const header = wire as Readonly<Record<string, unknown>>
  const of = [
    String(header['operatingUnitCode']),
    String(header['customerCode']),
    String(header['currency']),
    lines.map((line) => String(line['itemNo'])),
  ] as const
  const [free, pending] = await Promise.all([tx.rows(freeItems(...of, row.id)), tx.rows(pendingOnItems(...of, row.id))])
  const byNo = new Map(free.map((each) => [each.no, amount(each.free)]))
  return {
    lines: lines.map((line, index) => {
      const available = byNo.get(String(line['itemNo'])) ?? zero
      const asked = row.state === 'underApproval' ? String(line['amount']) : '0'
      const after = line['direction'] === 'increase' ? available.plus(asked) : available.minus(asked)
      return { lineNo: index + 1, available: amountText(available), after: amountText(after) }
    }),
    pending: pending.map((each) => asPending(each, language)),
  }
}

const leftOfLines = prepared<{ key: string; left: string }>(
  'scheme.left-of-invoice-lines',
  `select v.no || '/' || l.line_no as key, (l.net + coalesce(s.debited_net, 0) - coalesce(s.credited_net, 0))::text as left
   from customer_invoice v join customer_invoice_line l on l.invoice_id = v.id left join customer_invoice_balance s on s.line_id = l.id
   where v.operating_unit_code = $1 and v.no = any ($2::text[])`,
)

/** Other documents in approval on the same invoices: lines are locked exclusively, so these concern other lines. */
const pendingOnInvoices = prepared<PendingDocumentRow>(
  'scheme.pending-on-invoices',
  `select i.document_id, i.round, i.document_no as no, sum(abs(x.net_effect))::text as amount, d.currency, i.started_at, u.name_zh, u.name_en
   from scheme_adjust_invoice_line x join scheme_adjust_invoice d on d.id = x.document_id and d.round = x.round and d.state = 'underApproval'
   join approval_instance i on i.document_id = d.id and i.round = d.round join app_user u on u.id = i.drafter_id
   where d.operating_unit_code = $1 and upper(x.invoice_no) = any (array(select upper(n) from unnest($2::text[]) n)) and d.id <> $3 group by 1, 2, 3, 5, 6, 7, 8
   order by i.started_at limit 50`,
)

/** Of an invoice adjustment: the invoiced, uncredited amount of each line, without tax, before and after. */
export async function invoiceFacts(tx: Tx, { language }: RequestContext, { row, wire, lines }: LoadedDocument) {
  const unit = String((wire as Readonly<Record<string, unknown>>)['operatingUnitCode'])
  const nos = [...new Set(lines.map((line) => String(line['invoiceNo'])))]
  const [left, pending] = await Promise.all([
    tx.rows(leftOfLines(unit, nos)),
    tx.rows(pendingOnInvoices(unit, nos, row.id)),
  ])
  const byKey = new Map(left.map((each) => [each.key, amount(each.left)]))
  return {
    lines: lines.map((line, index) => {
      const available = byKey.get(String(line['invoiceLine'])) ?? zero
      const net = amount(typeof line['afterPrice'] === 'string' ? line['afterPrice'] : '0').times(
        Number(line['afterQuantity'] ?? 0),
      )
      const after = row.state === 'underApproval' ? net : available
      return { lineNo: index + 1, available: amountText(available), after: amountText(after) }
    }),
    pending: pending.map((each) => asPending(each, language)),
  }
}
