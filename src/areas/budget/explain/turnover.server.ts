import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AreaWork } from '#kernel/platform/jobs/area-work.ts'
import { zoneMinutes } from '#kernel/base/clock/zoned-time.ts'
import { ACCOUNT_COLUMNS, columnSum } from './account-amounts.server.ts'

// Closing days: a day's movements of an area's budgets are totalled once the day is over (docs/decisions/048).

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Postings carry the time of their request, and no request takes longer: after that a day is final. */
const AFTER_MS = HOUR_MS
/** Days per transaction, so that a backlog of years is no single statement. */
const MOST_DAYS = 31

/** Grouping columns of cells, as `budget_cell` and its lines name them. */
export const CELL_KEY = [
  'area_id',
  'scope_id',
  'level',
  'year',
  'month',
  'country_code',
  'project_pool_code',
  'budget_dept_code',
  'fsc_id',
  'product_class',
  'product_line_code',
  'currency',
] as const

/** Every line and pool with the key of its cell. */
const KEYED = `select id, ${CELL_KEY.join(', ')} from budget_line
  union all select id, area_id, scope_id, 'pool', year, 0, '', project_pool_code, '', '', '', '', currency from budget_pool`

interface AreaDays {
  readonly id: number
  readonly timezone: string
  readonly closed_until: string | null
  readonly closed_at: Date | null
}

const areaDays = prepared<AreaDays>(
  'budget.area-days',
  `select a.id, o.timezone, c.closed_until::text, c.closed_at from area a join organisation o on o.id = a.organisation_id
   left join budget_closing c on c.area_id = a.id order by a.id`,
)
const firstJournal = prepared<{ at: Date | null }>(
  'budget.first-journal',
  `select min(at) as at from ledger_journal where exists (select from ledger_journal)`,
)
/** One worker at a time; others skip. */
const takeTurn = prepared<{ mine: boolean }>('budget.closing-turn', `select pg_try_advisory_xact_lock(7301165) as mine`)

/** The day in a time zone. */
export function localDay(at: Date, zone: string): string {
  return new Date(at.getTime() + zoneMinutes(zone) * 60_000).toISOString().slice(0, 10)
}

/** When a day begins in the zone. */
export function beginningOf(day: string, zone: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - zoneMinutes(zone) * 60_000)
}

export function nextDay(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

interface Window {
  readonly area: number
  readonly minutes: number
  readonly from: Date
  readonly untilDay: string
  readonly until: Date
}

function windowOf(area: AreaDays, first: Date | null, now: Date): Window | null {
  const { id, timezone } = area
  const today = localDay(new Date(now.getTime() - AFTER_MS), timezone)
  // Nothing was ever posted, so totals may begin today.
  const fromDay = area.closed_until ?? localDay(first ?? now, timezone)
  if (fromDay >= today && area.closed_until !== null) return null
  const latest = nextDay(fromDay, MOST_DAYS)
  const untilDay = latest < today ? latest : today
  const from = area.closed_at ?? beginningOf(fromDay, timezone)
  return { area: id, minutes: zoneMinutes(timezone), from, untilDay, until: beginningOf(untilDay, timezone) }
}

const moved = (windows: readonly Window[]): Statement => ({
  text: `create temporary table moved on commit drop as
    select k.${CELL_KEY.join(', k.')}, m.day, ${ACCOUNT_COLUMNS.map((column) => `sum(m.${column}) as ${column}`).join(', ')},
      count(*) filter (where m.is_first and k.level <> 'pool')::int as lines
    from (
      select s.*, s.day = min(s.day) over (partition by s.account_id) and not exists (
        select from ledger_posting e where e.ledger = 'budget' and e.account_id = s.account_id and e.journal_id < s.first_journal
      ) as is_first
      from (
        select p.account_id, w.area, ((j.at + make_interval(mins => w.minutes)) at time zone 'UTC')::date as day,
          min(min(p.journal_id)) over (partition by p.account_id) as first_journal,
          ${ACCOUNT_COLUMNS.map((column) => `${columnSum(column)} as ${column}`).join(', ')}
        from ledger_journal j
        join ledger_posting p on p.journal_id = j.id and p.ledger = 'budget'
        join (select id, area_id from budget_line union all select id, area_id from budget_pool) o on o.id = p.account_id
        join unnest($1::int[], $2::int[], $3::timestamptz[], $4::timestamptz[]) as w (area, minutes, from_at, until_at)
          on w.area = o.area_id and j.at >= w.from_at and j.at < w.until_at
        where j.at >= $5 and j.at < $6
        group by 1, 2, 3
      ) s
    ) m join (${KEYED}) k on k.id = m.account_id
    group by ${CELL_KEY.map((column) => `k.${column}`).join(', ')}, m.day`,
  values: [
    windows.map(({ area }) => area),
    windows.map(({ minutes }) => minutes),
    windows.map(({ from }) => from),
    windows.map(({ until }) => until),
    new Date(Math.min(...windows.map(({ from }) => from.getTime()))),
    new Date(Math.max(...windows.map(({ until }) => until.getTime()))),
  ],
})

const columns = ACCOUNT_COLUMNS.join(', ')
const sums = ACCOUNT_COLUMNS.map((column) => `sum(m.${column})`).join(', ')
const joinCells = `join budget_cell c on (${CELL_KEY.map((column) => `c.${column}`).join(', ')}) = (${CELL_KEY.map((column) => `m.${column}`).join(', ')})`

const makeCells: Statement = {
  text: `insert into budget_cell (${CELL_KEY.join(', ')}) select distinct ${CELL_KEY.join(', ')} from moved on conflict on constraint budget_cell__key do nothing`,
  values: [],
}
const addDays: Statement = {
  text: `insert into budget_turnover (span, day, cell_id, ${columns})
    select 'day', m.day, c.id, ${ACCOUNT_COLUMNS.map((column) => `m.${column}`).join(', ')} from moved m ${joinCells}`,
  values: [],
}
const addMonths: Statement = {
  text: `insert into budget_turnover as t (span, day, cell_id, ${columns})
    select 'month', date_trunc('month', m.day)::date, c.id, ${sums} from moved m ${joinCells} group by 2, 3
    on conflict (span, day, cell_id) do update set ${ACCOUNT_COLUMNS.map((column) => `${column} = t.${column} + excluded.${column}`).join(', ')}`,
  values: [],
}
const addCells: Statement = {
  text: `update budget_cell c set lines = c.lines + m.lines, ${ACCOUNT_COLUMNS.map((column) => `${column} = c.${column} + m.${column}`).join(', ')}
    from (select c.id, sum(m.lines)::int as lines, ${ACCOUNT_COLUMNS.map((column) => `sum(m.${column}) as ${column}`).join(', ')}
      from moved m ${joinCells} group by c.id) m where m.id = c.id`,
  values: [],
}
const keepClosing = prepared(
  'budget.keep-closing',
  `insert into budget_closing (area_id, closed_until, closed_at)
   select * from unnest($1::int[], $2::date[], $3::timestamptz[])
   on conflict (area_id) do update set closed_until = excluded.closed_until, closed_at = excluded.closed_at`,
)

/** Totals finished days; true where there are more than one transaction should handle. */
export async function closeDays(tx: Tx, now: Date): Promise<boolean> {
  if (!(await tx.first(takeTurn()))?.mine) return false
  const areas = await tx.rows(areaDays())
  const first = areas.some((area) => area.closed_until === null) ? ((await tx.first(firstJournal()))?.at ?? null) : null
  const windows = areas.flatMap((area) => windowOf(area, first, now) ?? [])
  if (windows.length === 0) return false
  await tx.run({ text: `set local statement_timeout = '10min'`, values: [] })
  // Totalling sorts and hashes much data, once a day.
  await tx.run({ text: `set local work_mem = '128MB'`, values: [] })
  await tx.run(moved(windows))
  for (const statement of [makeCells, addDays, addMonths, addCells]) await tx.run(statement)
  await tx.run(
    keepClosing(
      windows.map(({ area }) => area),
      windows.map(({ untilDay }) => untilDay),
      windows.map(({ until }) => until),
    ),
  )
  return windows.some(({ untilDay, minutes }) => {
    const today = new Date(now.getTime() - AFTER_MS + minutes * 60_000).toISOString().slice(0, 10)
    return untilDay < today
  })
}

export const closingWork: AreaWork = {
  name: 'closing of budget days',
  everySeconds: 600,
  run: ({ now, transaction }) => transaction((tx) => closeDays(tx, now())),
}
