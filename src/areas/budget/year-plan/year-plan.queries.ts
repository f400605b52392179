import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** A budget of a plan: its document and line in the plan. */
export interface PlannedLine {
  readonly month: number
  readonly pool: string
  readonly department: string
  readonly productClass: string
  /** As `lineKey` writes it. */
  readonly key: string
}

const HEADER = `d.month, d.project_pool_code as pool, d.budget_dept_code as department, d.product_class as "productClass"`
const keyOf = (of: (column: string) => string) => {
  const columns = ['country_code', 'project_code', 'fsc_id', 'sub_busi_code', 'product_line_code']
  // A project budget has no country.
  return `concat_ws('|', ${columns.map((column) => `coalesce(${of(column)}, '')`).join(', ')}) as key`
}
const wireName = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Lines of the person's own drafts, and of documents in approval, for the same year and type: $1 drafter, $2 area, $3 year, $4 type. */
const onTheirWay = prepared<PlannedLine & { readonly no: string }>(
  'budget.plan-on-their-way',
  `select d.no, ${HEADER}, ${keyOf((column) => `l ->> '${wireName(column)}'`)}
   from country_budget d
   cross join lateral jsonb_array_elements(case jsonb_typeof(d.draft -> 'lines') when 'array' then d.draft -> 'lines' else '[]' end) l
   where d.drafter_id = $1 and d.state = 'draft' and d.area_id = $2 and d.year = $3 and d.apply_type = $4
   union all
   select d.no, ${HEADER}, ${keyOf((column) => `x.${column}`)}
   from country_budget d join country_budget_line x on x.document_id = d.id and x.round = d.round
   where d.state = 'underApproval' and d.area_id = $2 and d.year = $3 and d.apply_type = $4`,
)

/** Already funded budgets with these keys: $1 area, $2 year, $3 currency, then a list for each part of the key. */
const granted = prepared<PlannedLine & { readonly amount: string }>(
  'budget.plan-granted',
  `select w.month, w.pool, w.department, w.product_class as "productClass", w.key, (a.granted - a.revoked)::text as amount
   from unnest($4::int[], $5::text[], $6::text[], $7::text[], $8::text[]) w (month, pool, department, product_class, key)
   cross join lateral (
     select l.id from budget_line l where l.area_id = $1 and l.year = $2 and l.currency = $3 and l.month = w.month
       and l.project_pool_code = w.pool and l.budget_dept_code = w.department and l.product_class = w.product_class
       and l.country_code = split_part(w.key, '|', 1) and l.project_code = split_part(w.key, '|', 2)
       and l.fsc_id = split_part(w.key, '|', 3) and l.sub_busi_code = split_part(w.key, '|', 4)
       and l.product_line_code = split_part(w.key, '|', 5) offset 0) l
   join budget_account a on a.id = l.id and a.granted > a.revoked`,
)

export interface PlanScope {
  readonly drafterId: number
  readonly areaId: number
  readonly year: number
  readonly currency: string
  readonly applyType: string
}

const idOf = ({ month, pool, department, productClass, key }: PlannedLine) =>
  [month, pool, department, productClass, key].join('|')

/** Existing budgets of a plan: the document with the line, or the granted amount. */
export async function plannedBefore(
  tx: Tx,
  { drafterId, areaId, year, currency, applyType }: PlanScope,
  lines: readonly PlannedLine[],
): Promise<(line: PlannedLine) => { readonly no: string | null; readonly amount: string | null }> {
  const on = await tx.rows(onTheirWay(drafterId, areaId, year, applyType))
  const of = <K extends keyof PlannedLine>(name: K) => lines.map((line) => line[name])
  const had = await tx.rows(
    granted(areaId, year, currency, of('month'), of('pool'), of('department'), of('productClass'), of('key')),
  )
  const numbers = new Map(on.map((line) => [idOf(line), line.no]))
  const amounts = new Map(had.map((line) => [idOf(line), line.amount]))
  return (line) => ({ no: numbers.get(idOf(line)) ?? null, amount: amounts.get(idOf(line)) ?? null })
}

/** A draft, if nobody has changed it since. */
export const keptDraft = prepared<{ readonly draft: Readonly<Record<string, unknown>> }>(
  'budget.plan-draft',
  `select draft from country_budget where id = $1 and version = $2 and state = 'draft' and drafter_id = $3`,
)
