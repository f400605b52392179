import { prepared } from '#kernel/platform/db/statement.ts'
import { schemeDefinitions } from '../shared/scheme-definitions.server.ts'

/** Tables of the documents that name a scheme in `scheme_no`. */
const CHILD_TABLES = schemeDefinitions.filter(({ fields }) => fields['schemeNo']).map(({ table }) => table)

/** Tables of documents that may change a scheme without holding its money. */
export const CHANGING_TABLES = ['scheme_termination', 'scheme_adjust'] as const

const childrenOf = (tables: readonly string[]) =>
  tables.map((table) => `select id, no, scheme_no from ${table} where state = 'underApproval'`)

/** Carry-overs name schemes line by line; an undo covers those of its run. */
const CARRYOVERS = `select d.id, d.no, l.scheme_no from scheme_annual_carryover d
  join scheme_annual_carryover r on r.no = coalesce(d.run_no, d.no)
  join scheme_annual_carryover_line l on l.document_id = r.id and l.round = r.round where d.state = 'underApproval'`

/** Numbers of a scheme's ($1) documents in approval, except the asking one ($2). */
export const runningOf = inApproval('scheme.running-documents', [...childrenOf(CHILD_TABLES), CARRYOVERS])

/** The same for documents that change the scheme itself: one at a time. */
export const runningChangesOf = inApproval('scheme.running-changes', [...childrenOf(CHANGING_TABLES), CARRYOVERS])

/** The same for claims: their calculation must not change during approval. */
export const runningClaimsOf = inApproval('scheme.running-claims', childrenOf(['scheme_execute', 'scheme_clawback']))

/** Adjustments that change the calculation of claims: the days of the scheme, terms, or beneficiaries. */
export const runningTermsOf = inApproval('scheme.running-terms', [
  `select d.id, d.no, d.scheme_no from scheme_adjust d where d.state = 'underApproval' and (
     num_nonnulls(d.new_start_date, d.new_end_date, d.new_claim_deadline) > 0
     or exists (select from scheme_adjust_line l where l.document_id = d.id and l.round = d.round and l.kind in ('terms', 'scope')))`,
])

/** The same for several schemes ($1). */
export const runningOfSeveral = prepared<{ readonly no: string; readonly schemeNo: string }>(
  'scheme.running-documents-of-several',
  `select distinct on (c.scheme_no) c.no, c.scheme_no as "schemeNo"
   from (${[...childrenOf(CHILD_TABLES), CARRYOVERS].join(' union all ')}) c
   where c.scheme_no = any ($1::text[]) and ($2::bigint is null or c.id <> $2) order by c.scheme_no, c.no`,
)

function inApproval(name: string, children: readonly string[]) {
  return prepared<{ readonly no: string }>(
    name,
    `select distinct c.no from (${children.join(' union all ')}) c
     where c.scheme_no = $1 and ($2::bigint is null or c.id <> $2) order by c.no limit 20`,
  )
}

export const readRunning = (rows: readonly { readonly no: string }[]): readonly string[] => rows.map(({ no }) => no)
