import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Area } from '#areas/organisation/organisation.facade.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { withinScope } from '#kernel/platform/access/scoped.ts'
import { prepared, qb } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { zoneMinutes } from '#kernel/base/clock/zoned-time.ts'
import { ACCOUNT_COLUMNS, columnSum } from './account-amounts.server.ts'
import { type AsOf, readAreaDay, type AreaDay } from './as-of.server.ts'
import { LINE_FILTERS, type LineFilters } from '../budget-line/budget-line.queries.ts'
import { CELL_KEY } from './turnover.server.ts'

// Amounts of many budgets at once: daily totals, and the postings since. A million lines make some thousand cells.

export type CellColumn = (typeof CELL_KEY)[number]
/** Decimal texts by account column. */
export type CellAmounts = Readonly<Record<(typeof ACCOUNT_COLUMNS)[number], string>> & { readonly lines: number }
/** With the grouping columns. */
export type CellRow = CellAmounts & Readonly<Record<CellColumn, string | number>>

export interface CellQuestion {
  readonly principal: Principal
  readonly area: Pick<Area, 'id'>
  readonly filters: LineFilters
  readonly levels: readonly ('pool' | 'project' | 'country')[]
  /** Grouping columns of a row. */
  readonly by: readonly CellColumn[]
  readonly asOf: AsOf | null
}

const keyColumns: ReadonlySet<string> = new Set(CELL_KEY)

/** Whether cells can answer these filters; otherwise the lines themselves must be read. */
export function isOfCells(filters: LineFilters): boolean {
  return Object.keys(filters).every((name) => keyColumns.has(LINE_FILTERS[name as keyof typeof LINE_FILTERS]))
}

function matches(question: CellQuestion, table: string): RawBuilder<SqlBool> {
  const { principal, area, filters, levels } = question
  const conditions = [
    sql<SqlBool>`${sql.ref(`${table}.area_id`)} = ${area.id}`,
    sql<SqlBool>`${withinScope(principal.scope, `${table}.scope_id`)}`,
    sql<SqlBool>`${sql.ref(`${table}.level`)} = any(${levels})`,
    ...Object.entries(filters).map(([name, values]) => {
      const column = sql.ref(`${table}.${LINE_FILTERS[name as keyof typeof LINE_FILTERS]}`)
      return sql<SqlBool>`${column} = any(${values})`
    }),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

const list = (text: (column: string) => string) => sql.raw(ACCOUNT_COLUMNS.map(text).join(', '))

/** The cells at the end of the last closed day, or of an earlier one by its movements. */
function closedPart(question: CellQuestion, day: AreaDay): RawBuilder<unknown> {
  const by = sql.join(question.by.map((column) => sql.ref(`c.${column}`)))
  const { asOf } = question
  if (!asOf || asOf.untilDay > day.closedUntil)
    return sql`select ${by}, c.lines, ${list((column) => `c.${column}`)} from budget_cell c where ${matches(question, 'c')}`
  const month = `${asOf.untilDay.slice(0, 7)}-01`
  const part = (span: string, range: RawBuilder<unknown>) =>
    sql`select ${by}, 0 as lines, ${list((column) => `t.${column}`)} from budget_turnover t join budget_cell c on c.id = t.cell_id
      where t.span = ${span} and ${range} and ${matches(question, 'c')}`
  return sql`${part('month', sql`t.day < ${month}`)}
    union all ${part('day', sql`t.day >= ${month} and t.day < ${asOf.untilDay}`)}
    union all select ${by}, c.lines, ${list(() => '0')} from budget_cell c where ${matches(question, 'c')}`
}

/** Movements since the last closed day. A line counts from its first posting, on an earlier day too, where it is listed with zero. */
function openPart(question: CellQuestion, day: AreaDay): RawBuilder<unknown> {
  const by = sql.join(question.by.map((column) => sql.ref(`k.${column}`)))
  const counts = question.asOf ? sql`j.at < ${question.asOf.until}` : sql`true`
  const key = sql.raw(CELL_KEY.map((column) => `${column}`).join(', '))
  return sql`select ${by},
      case when exists (select from ledger_posting e where e.ledger = 'budget' and e.account_id = k.id and e.journal_id < s.first) then 0 else 1 end as lines,
      ${list((column) => `s.${column}`)}
    from (
      select p.account_id, min(p.journal_id) as first, ${list((column) => `${columnSum(column)} as ${column}`)}
      from (
        select m.account_id, m.journal_id, m.bucket, m.counter, case when ${counts} then m.amount else 0 end as amount
        from ledger_journal j join ledger_posting m on m.journal_id = j.id and m.ledger = 'budget' where j.at >= ${day.closedAt}
      ) p group by p.account_id
    ) s join (
      select id, ${key} from budget_line
      union all select id, area_id, scope_id, 'pool', year, 0, '', project_pool_code, '', '', '', '', currency from budget_pool
    ) k on k.id = s.account_id where ${matches(question, 'k')}`
}

/**
 * Amounts of the matching budgets, grouped by `by`. Undefined where no day of the area was ever closed: then the
 * accounts must be read. Repeated if a day is closed between the two statements.
 */
export async function cellAmounts(tx: Tx, question: CellQuestion): Promise<readonly CellRow[] | undefined> {
  for (;;) {
    const day = await readAreaDay(tx, question.area.id)
    if (!day.closedAt) return undefined
    const by = sql.join(question.by.map((column) => sql.ref(`m.${column}`)))
    const parts = sql`${closedPart(question, day)} union all ${openPart(question, day)}`
    const query = sql<CellRow>`select ${by}, sum(m.lines)::int as lines,
      ${list((column) => `sum(m.${column})::text as ${column}`)} from (${parts}) m group by ${by} order by ${by}`
    const { sql: text, parameters: values } = query.compile(qb)
    const rows = await tx.rows<CellRow>({ text, values })
    if ((await tx.first(closedUntil(question.area.id)))?.closed_until === day.closedUntil) return rows
  }
}

const closedUntil = prepared<{ closed_until: string }>(
  'budget.closed-until',
  `select closed_until::text from budget_closing where area_id = $1`,
)

/** Use of the matching budgets in each calendar month: committed, accrued or executed, less returns. */
export async function usedByMonth(
  tx: Tx,
  question: CellQuestion,
): Promise<readonly { readonly month: string; readonly used: string }[]> {
  for (;;) {
    const day = await readAreaDay(tx, question.area.id)
    const until = question.asOf ? sql`and j.at < ${question.asOf.until}` : sql``
    const since = day.closedAt ? sql`j.at >= ${day.closedAt}` : sql`true`
    const month = question.asOf ? `${question.asOf.untilDay.slice(0, 7)}-01` : null
    const closedDays = question.asOf
      ? sql`(t.span = 'month' and t.day < ${month} or t.span = 'day' and t.day >= ${month} and t.day < ${question.asOf.untilDay})`
      : sql`t.span = 'month'`
    const minutes = zoneMinutes(day.timezone)
    const query = sql<{ month: string; used: string }>`select u.month, sum(u.used)::text as used from (
        select to_char(t.day, 'YYYY-MM') as month, t.cmt + t.acr + t.exe as used from budget_turnover t
        join budget_cell c on c.id = t.cell_id where ${closedDays} and ${matches(question, 'c')}
        union all
        select to_char((j.at + make_interval(mins => ${minutes})) at time zone 'UTC', 'YYYY-MM'), p.amount
        from ledger_journal j join ledger_posting p on p.journal_id = j.id and p.ledger = 'budget' and p.bucket in ('cmt', 'acr', 'exe')
        join budget_line k on k.id = p.account_id where ${since} ${until} and ${matches(question, 'k')}
      ) u group by 1 order by 1`
    const { sql: text, parameters: values } = query.compile(qb)
    const rows = await tx.rows<{ month: string; used: string }>({ text, values })
    if (((await tx.first(closedUntil(question.area.id)))?.closed_until ?? '') === day.closedUntil) return rows
  }
}
