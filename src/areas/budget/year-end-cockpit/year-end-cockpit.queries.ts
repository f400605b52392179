import { prepared } from '#kernel/platform/db/statement.ts'

// The finance view of a year end: an area's budgets by pool and month.

export interface PoolRow {
  readonly code: string
  readonly name_zh: string
  readonly name_en: string
  readonly line_count: number
  readonly line_left: string
  readonly pool_left: string
  readonly taken: number
  readonly held: string
  readonly reserved: string
  readonly overdrawn: string
}

/** Values: areaId, year, currency. A balance counts until a run has taken it. */
export const poolsAtYearEnd = prepared<PoolRow>(
  'budget.pools-at-year-end',
  `with account as (
     select l.project_pool_code as code, l.id, true as is_line from budget_line l where l.area_id = $1 and l.year = $2 and l.currency = $3 and l.state <> 'planned'
     union all select p.project_pool_code, p.id, false from budget_pool p where p.area_id = $1 and p.year = $2 and p.currency = $3
   ), summed as (
     select x.code,
       count(*) filter (where x.is_line and a.avl > 0 and c.account_id is null)::int as line_count,
       coalesce(sum(a.avl) filter (where x.is_line and a.avl > 0 and c.account_id is null), 0.00) as line_left,
       coalesce(sum(a.avl) filter (where not x.is_line and a.avl > 0 and c.account_id is null), 0.00) as pool_left,
       count(c.account_id)::int as taken,
       sum(a.hld) as held, sum(a.occ + a.cmt + a.acr) as reserved,
       coalesce(sum(a.avl) filter (where a.avl < 0), 0.00) as overdrawn
     from account x join budget_account a using (id) left join budget_year_end_claim c on c.account_id = x.id group by 1
   )
   select s.*, s.line_left::text as line_left, s.pool_left::text as pool_left, s.held::text as held, s.reserved::text as reserved,
     s.overdrawn::text as overdrawn, coalesce(n.name_zh, s.code) as name_zh, coalesce(n.name_en, s.code) as name_en
   from summed s left join project_pool n on n.code = s.code order by s.code`,
)

export type AccountLevel = 'country' | 'project' | 'pool'

export interface FigureRow {
  readonly currency: string
  readonly bucket: string
  readonly level: AccountLevel
  readonly count: number
  readonly amount: string
}

/** What is left of a year and in which stage, of budgets and of pools, a currency each. Values: areaId, year. */
export const figuresOfYear = prepared<FigureRow>(
  'budget.figures-of-year',
  `with account as (
     select id, level, currency from budget_line where area_id = $1 and year = $2
     union all select id, 'pool', currency from budget_pool where area_id = $1 and year = $2
   )
   select x.currency, s.bucket, x.level, count(*)::int as count, sum(s.amount)::text as amount
   from account x join budget_account a using (id)
   cross join lateral (values ('available', a.avl), ('held', a.hld), ('occupied', a.occ), ('committed', a.cmt), ('accrued', a.acr)) s (bucket, amount)
   where s.amount > 0 group by 1, 2, 3 order by 1, 2, 3`,
)

export interface UnusedRow {
  readonly level: Exclude<AccountLevel, 'pool'>
  readonly month: number
  readonly count: number
  readonly amount: string
}

/** Budgets that were never spent or reserved, by month and level. Values: areaId, year, currency. */
export const neverUsed = prepared<UnusedRow>(
  'budget.never-used',
  `select l.level, l.month, count(*)::int as count, sum(a.avl)::text as amount
   from budget_line l join budget_account a on a.id = l.id
   where l.area_id = $1 and l.year = $2 and l.currency = $3 and a.avl > 0 and a.occ + a.cmt + a.acr + a.exe = 0 group by 1, 2 order by 2, 1`,
)

export interface RunOfYearRow {
  readonly id: string
  readonly no: string
  readonly round: number
  readonly kind: string
  readonly state: string
  readonly pool: string | null
  readonly amount: string | null
  readonly carried: string | null
  readonly lapsed: string | null
  readonly drafter_zh: string
  readonly drafter_en: string
  readonly drafter: string
  readonly created_at: Date
  readonly undone_by: string | null
}

/** Values: areaId, year, the reader (other people's drafts are hidden). Newest first. */
export const runsOfYear = prepared<RunOfYearRow>(
  'budget.runs-of-year',
  `select d.id, d.no, d.round, d.kind, d.state, d.project_pool_code as pool, d.total_amount::text as amount, d.carried_amount::text as carried,
     d.lapsed_amount::text as lapsed, u.name_zh as drafter_zh, u.name_en as drafter_en, u.account as drafter, d.created_at,
     (select r.no from budget_year_end r where r.area_id = d.area_id and r.year = d.year and r.undo_of = d.no
       and r.state in ('underApproval', 'approved') limit 1) as undone_by
   from budget_year_end d join app_user u on u.id = d.drafter_id
   where d.area_id = $1 and d.year = $2 and (d.state <> 'draft' or d.drafter_id = $3) order by d.id desc limit 100`,
)

/** Values: areaId, year, pool, the drafter. The person's own existing draft. */
export const draftOfPool = prepared<{ no: string }>(
  'budget.year-end-draft',
  `select no from budget_year_end where area_id = $1 and year = $2 and project_pool_code = $3 and drafter_id = $4 and state = 'draft'
     and kind in ('carryOver', 'lapse') order by id limit 1`,
)
