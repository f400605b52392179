import { prepared } from '#kernel/platform/db/statement.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import type { Remainder, Run, RunLine, YearEndStage, YearEndFacts } from './budget-year-end.rules.ts'

// The facts of a year end: balances, their targets, and unfinished amounts.

interface AreaRow {
  readonly scope_id: number
  readonly idc_code: string
  readonly currency: string
  readonly periods: readonly PeriodState[]
  readonly target: PeriodState
}

/** Values: areaId, year. */
export const yearOfArea = prepared<AreaRow>(
  'budget.year-of-area',
  `select a.organisation_id as scope_id, a.idc_code, a.currency,
     array(select coalesce(p.state, 'open') from generate_series(1, 12) m
       left join budget_period p on p.area_id = a.id and p.year = $2 and p.month = m order by m) as periods,
     coalesce((select state from budget_period where area_id = a.id and year = $2 + 1 and month = 1), 'open') as target
   from area a where a.id = $1`,
)

export function readYear([row]: readonly AreaRow[]): YearEndFacts['area'] {
  if (!row) return null
  const { scope_id: scopeId, idc_code: idcCode, currency, periods, target } = row
  return { scopeId, idcCode, currency, periods, target }
}

export interface RemainderRow {
  readonly id: string
  readonly code: string
  readonly level: 'pool' | 'project' | 'country'
  readonly project_pool_code: string
  readonly month: number | null
  readonly country_code: string | null
  readonly project_code: string | null
  readonly avl: string
  readonly claimed_by: string | null
}

const CLAIM = `left join budget_year_end_claim c on c.account_id = a.id left join budget_year_end d on d.id = c.document_id`
const LINE = `select l.id, l.code, l.level, l.project_pool_code, l.month, nullif(l.country_code, '') as country_code,
    nullif(l.project_code, '') as project_code, a.avl, d.no as claimed_by
  from budget_line l join budget_account a on a.id = l.id ${CLAIM}`
const POOL = `select p.id, p.project_pool_code, 'pool', p.project_pool_code, null, null, null, a.avl, d.no
  from budget_pool p join budget_account a on a.id = p.id ${CLAIM}`

/** Values: codes, areaId, year, currency. Budgets and pools, each by code. */
export const remaindersByCode = prepared<RemainderRow>(
  'budget.remainders-by-code',
  `${LINE} where l.code = any ($1::text[]) and l.area_id = $2 and l.year = $3 and l.currency = $4
   union all ${POOL} where p.project_pool_code = any ($1::text[]) and p.area_id = $2 and p.year = $3 and p.currency = $4`,
)

/** Values: areaId, year, currency, pool or null, limit. Everything with a balance, by pool. */
export const remaindersOfYear = prepared<RemainderRow>(
  'budget.remainders-of-year',
  `select * from (
     ${LINE} where l.area_id = $1 and l.year = $2 and l.currency = $3 and a.avl > 0 and ($4::text is null or l.project_pool_code = $4)
     union all ${POOL} where p.area_id = $1 and p.year = $2 and p.currency = $3 and a.avl > 0 and ($4::text is null or p.project_pool_code = $4)
   ) r order by r.project_pool_code, r.level = 'pool', r.code limit $5`,
)

export function readRemainders(rows: readonly RemainderRow[]): Remainder[] {
  return rows.map((row) => ({
    account: row.id,
    code: row.code,
    level: row.level,
    projectPoolCode: row.project_pool_code,
    month: row.month,
    countryCode: row.country_code,
    projectCode: row.project_code,
    available: amount(row.avl),
    claimedBy: row.claimed_by,
  }))
}

export interface MoveRow {
  readonly budget_code: string
  readonly option: 'carry' | 'lapse'
  readonly amount: string
  /** The source account. */
  readonly account: string
  /** The budget of the next year, or lapsed money. */
  readonly target: string
  readonly target_code: string
  readonly target_avl: string
}

/** The lines of a run with their source and target accounts. `offset 0`: one look-up per line. */
const MOVES = `budget_year_end d
  join budget_year_end_line x on x.document_id = d.id and x.round = d.round
  left join budget_line l on l.code = x.budget_code and l.area_id = d.area_id
  left join budget_pool p on l.id is null and p.area_id = d.area_id and p.project_pool_code = x.budget_code and p.year = d.year and p.currency = d.currency
  left join lateral (select n.id, n.code from budget_line n where x.option = 'carry' and n.area_id = l.area_id and n.year = l.year + 1 and n.month = 1
    and n.project_pool_code = l.project_pool_code and n.budget_dept_code = l.budget_dept_code and n.country_code = l.country_code
    and n.project_code = l.project_code and n.fsc_id = l.fsc_id and n.sub_busi_code = l.sub_busi_code
    and n.product_line_code = l.product_line_code and n.product_class = l.product_class and n.currency = l.currency offset 0) n on true
  left join budget_pool np on x.option = 'carry' and l.id is null and np.area_id = d.area_id and np.project_pool_code = x.budget_code
    and np.year = d.year + 1 and np.currency = d.currency
  left join budget_source s on x.option = 'lapse' and s.year = d.year and s.currency = d.currency and s.kind = 'lapsed'
  left join budget_account t on t.id = coalesce(n.id, np.id, s.id)`
const MOVE = `x.budget_code, x.option, x.amount, coalesce(l.id, p.id) as account, t.id as target,
  coalesce(n.code, np.project_pool_code, x.budget_code) as target_code, t.avl as target_avl`

export const movesOfDocument = prepared<MoveRow>(
  'budget.year-end-moves',
  `select ${MOVE} from ${MOVES} where d.id = $1 order by x.line_no`,
)

interface RunRow extends MoveRow {
  readonly no: string
  readonly kind: string
  readonly state: string
  readonly year: number
  readonly currency: string
  readonly project_pool_code: string | null
  readonly undone_by: string | null
}

/** Values: its number, areaId, the asking document. */
export const runByNumber = prepared<RunRow>(
  'budget.year-end-run',
  `select d.no, d.kind, d.state, d.year, d.currency, d.project_pool_code,
     (select u.no from budget_year_end u where u.area_id = d.area_id and u.year = d.year and u.undo_of = d.no
       and u.state in ('underApproval', 'approved') and u.id is distinct from $3::bigint limit 1) as undone_by, ${MOVE}
   from ${MOVES} where d.no = $1 and d.area_id = $2 order by x.line_no`,
)

export function readRun(rows: readonly RunRow[]): Run | null {
  const [first] = rows
  if (!first) return null
  const { no, kind, state, year, currency } = first
  const lines = rows.map((row): RunLine => ({
    code: row.budget_code,
    option: row.option,
    amount: amount(row.amount),
    to: row.target,
    toCode: row.target_code,
    available: row.option === 'carry' ? amount(row.target_avl) : null,
  }))
  return {
    no,
    kind,
    state,
    year,
    currency,
    projectPoolCode: first.project_pool_code,
    undoneBy: first.undone_by,
    lines,
  }
}

export interface RunningRow {
  readonly document_id: string
  readonly round: number
  readonly document_type: string
  readonly no: string
  readonly amount: string | null
  readonly currency: string | null
  readonly started_at: Date
  readonly drafter_zh: string
  readonly drafter_en: string
  readonly holders_zh: readonly string[]
  readonly holders_en: readonly string[]
}

/**
 * Documents in approval of this area's year (and of one of these months), that carry money to its first month, or that
 * hold or have locked money of its budgets. Values: areaId, year, months or null, the asking document, limit.
 */
export const runningOfYear = prepared<RunningRow>(
  'budget.running-of-year',
  `with account as (
     select id from budget_line where area_id = $1 and year = $2 and ($3::int[] is null or month = any ($3))
     union all select id from budget_pool where area_id = $1 and year = $2 and ($3::int[] is null or 12 = any ($3))
   ), holding as (
     select distinct r.document_id, r.round from ledger_reservation r join account on account.id = r.account_id
     where r.ledger = 'budget' and r.resolved_by is null
     union select k.by_document_id, k.by_round from budget_encumbrance_lock k
     join budget_encumbrance o on o.document_id = k.document_id and o.round = k.round and o.line_no = k.line_no
     join account on account.id = o.account_id where k.resolved_by is null
   ), running as (
     select i.document_id, i.round, i.document_type, i.document_no as no, i.amount, i.currency, i.started_at, i.drafter_id
     from approval_instance i left join holding h using (document_id, round)
     where i.state = 'running' and i.document_id is distinct from $4::bigint and (h.document_id is not null
       or (i.header ->> 'toYear' = $2::text and i.header ->> 'areaId' = $1::text and ($3::int[] is null or 1 = any ($3)))
       or (i.header ->> 'year' = $2::text and $1::text in (i.header ->> 'areaId', i.header ->> 'toAreaId')
         and ($3::int[] is null or coalesce((i.header ->> 'month')::int, 12) = any ($3))))
     order by i.started_at limit $5
   )
   select r.document_id, r.round, r.document_type, r.no, r.amount::text as amount, r.currency, r.started_at,
     u.name_zh as drafter_zh, u.name_en as drafter_en,
     array(select distinct p.name_zh from approval_task t join app_user p on p.id = t.user_id
       where t.document_id = r.document_id and t.round = r.round and t.state = 'open') as holders_zh,
     array(select distinct p.name_en from approval_task t join app_user p on p.id = t.user_id
       where t.document_id = r.document_id and t.round = r.round and t.state = 'open') as holders_en
   from running r join app_user u on u.id = r.drafter_id order by r.started_at`,
)

interface StageRow {
  readonly bucket: string
  readonly count: number
  readonly amount: string
}

/** Unfinished money by stage, and balances. Values: areaId, year, months or null. */
export const stagesOfYear = prepared<StageRow>(
  'budget.stages-of-year',
  `with account as (
     select id from budget_line where area_id = $1 and year = $2 and ($3::int[] is null or month = any ($3))
     union all select id from budget_pool where area_id = $1 and year = $2 and ($3::int[] is null or 12 = any ($3))
   )
   select s.bucket, count(*)::int as count, sum(s.amount)::text as amount
   from account join budget_account a using (id)
   cross join lateral (values ('available', a.avl), ('held', a.hld), ('occupied', a.occ), ('committed', a.cmt), ('accrued', a.acr)) s (bucket, amount)
   where s.amount > 0 group by 1 order by 1`,
)

export function readStages(rows: readonly StageRow[]): YearEndStage[] {
  return rows.map((row) => ({ bucket: row.bucket, count: row.count, amount: amount(row.amount) }))
}
