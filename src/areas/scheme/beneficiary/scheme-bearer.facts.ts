import { prepared } from '#kernel/platform/db/statement.ts'
import type { ActionOf } from '#kernel/engine/definition/definition.ts'
import type { AnyDocument, FactSpec } from '#kernel/engine/document/server-document.ts'
import type { BorneBefore } from './scheme-bearer.rules.ts'

/**
 * Returns count from their submit, payments from their approval: nothing is returned that another document has
 * requested, or that is not paid yet.
 */
const borneOf = prepared<BorneBefore>(
  'scheme.borne',
  `select b.funding_no as "fundingNo", b.no, sum(b.amount)::text as amount from (
     select l.funding_no, l.item_no as no, case l.direction when 'decrease' then l.amount else -l.amount end as amount, d.id, d.state
     from scheme_receivables_adjustment d join scheme_receivables_adjustment_line l on l.document_id = d.id and l.round = d.round
     where d.scheme_no = $1 and d.cost_bearing = 'yes' and l.direction <> 'move'
     union all
     select l.funding_no, l.invoice_no, l.tax_amount - l.net_effect, d.id, d.state
     from scheme_adjust_invoice d join scheme_adjust_invoice_line l on l.document_id = d.id and l.round = d.round
     where d.scheme_no = $1 and d.cost_bearing = 'yes') b
   where b.funding_no is not null and (b.state = 'approved' or (b.state = 'underApproval' and b.amount < 0 and b.id is distinct from $2::bigint))
   group by 1, 2`,
)

/** The amounts that the content's scheme has borne besides its claims, by part and by item or invoice. */
export function borneFact<D extends AnyDocument>(): FactSpec<D, readonly BorneBefore[], 'scheme'> {
  return {
    actions: ['submit'] as readonly string[] as readonly ActionOf<D>[],
    sight: { accompanies: 'scheme' },
    statement: ({ content, documentId }) => {
      const header = (content as { readonly header: { readonly schemeNo?: string | null } } | null)?.header
      return borneOf(header?.schemeNo ?? null, documentId)
    },
    read: (rows: BorneBefore[]) => rows,
  }
}
