import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { ControlMode } from '#kernel/engine/ledger/definition.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import type { Carried, CarriedStage, Carry, CarryOption, NextBudget, EncumbranceToCarry } from './carry-over.rules.ts'
import type { Control } from '../budget-setting/control.rules.ts'
import { keyOf, type Encumbrance } from '../spending/encumbrance.rules.ts'
import {
  type EncumbranceLookup,
  encumbrancesFoundBy,
  type EncumbranceRow,
  encumbrancesSql,
  readEncumbrance,
} from '../spending/encumbrance.facts.ts'
import { yearRate } from '../spending/spending.facts.ts'

// Where year-end encumbrances could go, and where they went.

interface ToCarryRow extends EncumbranceRow {
  readonly area_id: number
  readonly budget_year: number
  readonly open_month: number | null
  readonly next_period: PeriodState
  readonly mode: ControlMode
  readonly tolerance: string
  readonly budget_avl: string
  readonly budget_current: string
  readonly next_id: string | null
  readonly next_code: string | null
  readonly next_open: boolean | null
  readonly next_mode: ControlMode | null
  readonly next_tolerance: string | null
  readonly next_avl: string | null
  readonly next_current: string | null
  readonly next_rate: string | null
  readonly next_rate_date: string | null
  readonly taken: Readonly<Partial<Record<CarriedStage, string>>> | null
}

const currentOf = (account: string) =>
  `${account}.avl + ${account}.hld + ${account}.occ + ${account}.cmt + ${account}.acr + ${account}.exe + ${account}.fxv`

const TO_CARRY = {
  columns: `l.area_id, l.year as budget_year, case when u.area_id is null then 1 else u.open_month end as open_month,
     coalesce(np.state, 'open') as next_period, oa.mode, oa.tolerance, oa.avl as budget_avl, ${currentOf('oa')} as budget_current,
     n.id as next_id, n.code as next_code, n.state = 'open' as next_open, na.mode as next_mode, na.tolerance as next_tolerance,
     na.avl as next_avl, ${currentOf('na')} as next_current, nr.rate as next_rate, nr.rate_date as next_rate_date, tk.taken`,
  joins: `
   join budget_account oa on oa.id = l.id
   left join (
     select y.area_id, y.year, min(m.month) filter (where coalesce(p.state, 'open') = 'open') as open_month
     from (select distinct area_id, year from budget_period) y cross join generate_series(1, 12) m (month)
     left join budget_period p on p.area_id = y.area_id and p.year = y.year and p.month = m.month group by 1, 2
   ) u on u.area_id = l.area_id and u.year = l.year
   left join budget_period np on np.area_id = l.area_id and np.year = l.year + 1 and np.month = 1
   left join lateral (select * from budget_line f where f.area_id = l.area_id and f.year = l.year + 1 and f.month = 1
     and f.project_pool_code = l.project_pool_code and f.budget_dept_code = l.budget_dept_code and f.country_code = l.country_code
     and f.project_code = l.project_code and f.fsc_id = l.fsc_id and f.sub_busi_code = l.sub_busi_code
     and f.product_line_code = l.product_line_code and f.product_class = l.product_class and f.currency = l.currency offset 0) n on true
   left join budget_account na on na.id = n.id
   left join lateral (${yearRate('l.year + 1', 'o.document_currency')}) nr on true
   left join lateral (
     select jsonb_object_agg(t.stage, coalesce(i.document_no, t.document_id::text)) as taken from budget_carry_over t
     left join approval_instance i on i.document_id = t.document_id and i.round = t.round
     where t.origin_document_id = o.document_id and t.origin_round = o.round and t.origin_line_no = o.line_no
       and t.given_back_by is null and t.document_id is distinct from k.asking
   ) tk on true`,
} as const

const toCarry = prepared<ToCarryRow>(
  'budget.encumbrances-to-carry',
  encumbrancesSql(
    `select *, null::date as day, $4::bigint as asking from unnest($1::bigint[], $2::int[], $3::int[]) w (document_id, round, line_no)`,
    'line',
    TO_CARRY,
  ),
)

type EncumbranceKey = Pick<Encumbrance, 'documentId' | 'round' | 'line'>

/** These document lines, with their possible targets in the next year. */
export function encumbrancesToCarry(keys: readonly EncumbranceKey[], asking: string | null): Statement<ToCarryRow> {
  const unique = [...new Map(keys.map((key) => [keyOf(key), key])).values()]
  return toCarry(
    unique.map(({ documentId }) => documentId),
    unique.map(({ round }) => round),
    unique.map(({ line }) => line),
    asking,
  )
}

/** The same selected by an area's own query, whose first value is $1: the source of a proposal. */
export function encumbrancesToCarryFoundBy(name: string, query: string, by: EncumbranceLookup = 'document') {
  return prepared<ToCarryRow>(
    `budget.encumbrances-to-carry-for-${name}`,
    encumbrancesSql(`select distinct * from (${query}) q`, by, TO_CARRY),
  )
}

export function readEncumbrancesToCarry(rows: readonly ToCarryRow[]): EncumbranceToCarry[] {
  return rows.map(readToCarry)
}

function readToCarry(row: ToCarryRow): EncumbranceToCarry {
  return {
    ...readEncumbrance(row),
    areaId: row.area_id,
    year: row.budget_year,
    control: controlOf(row.mode, row.tolerance, row.budget_current, row.budget_avl),
    openMonth: row.open_month,
    next: nextOf(row),
    nextPeriod: row.next_period,
    taken: row.taken ?? {},
  }
}

const controlOf = (mode: ControlMode, tolerance: string, current: string, available: string): Control => ({
  mode,
  tolerance,
  current: amount(current),
  available: amount(available),
})

function nextOf(row: ToCarryRow): NextBudget | null {
  const { next_id: account, next_code: budgetCode, next_mode: mode } = row
  if (account === null || budgetCode === null || mode === null) return null
  const isSame = row.currency === row.document_currency
  const { next_rate: rate, next_rate_date: date } = row
  return {
    ...controlOf(mode, row.next_tolerance ?? '0', row.next_current ?? '0', row.next_avl ?? '0'),
    account,
    budgetCode,
    isOpen: row.next_open ?? false,
    rate: isSame ? { rate: '1', type: 'same', date: '' } : rate && date ? { rate, type: 'budget', date } : null,
  }
}

interface CarryRow extends ToCarryRow {
  readonly by_line: number
  readonly stage: CarriedStage
  readonly option: CarryOption
  readonly asked: string
}

/** The lines of a carry-over in approval ($1), in their current state. */
const carries = prepared<CarryRow>(
  'budget.carries-of',
  encumbrancesSql(
    `select c.origin_document_id as document_id, c.origin_round as round, c.origin_line_no as line_no, null::date as day, $1::bigint as asking,
       c.line_no as by_line, c.stage, c.option, c.document_amount as asked
     from budget_carry_over c where c.document_id = $1 and c.given_back_by is null`,
    'line',
    { ...TO_CARRY, columns: `${TO_CARRY.columns}, k.by_line, k.stage, k.option, k.asked` },
  ),
)

export function carriesOf(documentId: string | null): Statement<CarryRow> {
  return carries(documentId)
}

export function readCarries(rows: readonly CarryRow[]): Carry[] {
  return rows.map((row) => ({
    encumbrance: readToCarry(row),
    stage: row.stage,
    option: row.option,
    line: row.by_line,
    given: amount(row.asked),
  }))
}

interface CarriedRow extends ToCarryRow {
  readonly by_line: number
  readonly carry_id: string
  readonly carry_round: number
  readonly stage: CarriedStage
  readonly option: CarryOption
  readonly moved: string
  readonly given: string
}

const carriedSql = (asked: string) =>
  encumbrancesSql(
    `select c.origin_document_id as document_id, c.origin_round as round, c.origin_line_no as line_no, null::date as day, a.asking,
       c.line_no as by_line, c.document_id as carry_id, c.round as carry_round, c.stage, c.option, m.amount as moved, m.document_amount as given
     from (${asked}) a join budget_carry_over c on c.document_id = a.document_id and c.given_back_by is null
     join budget_encumbrance_move m on m.document_id = c.origin_document_id and m.round = c.origin_round and m.line_no = c.origin_line_no
       and m.by_document_id = c.document_id and m.by_round = c.round and m.from_stage = c.stage`,
    'line',
    {
      ...TO_CARRY,
      columns: `${TO_CARRY.columns}, k.by_line, k.carry_id, k.carry_round, k.stage, k.option, k.moved, k.given`,
      // A fully moved encumbrance has nothing left in its year.
      isEndedToo: true,
    },
  )

/**
 * The amounts that a carry-over, which a stored document ($1) names in a column, moved into the next year; empty where it was not
 * completed, or was undone.
 */
export function carriedNamedBy(table: string, column: string) {
  return prepared<CarriedRow>(
    `budget.carried-by-${table}`,
    carriedSql(`select ${column} as document_id, id as asking from ${table} where id = $1`),
  )
}

/** The same selected by an area's own query, which returns document_id and asking. */
export function carriedFoundBy(name: string, query: string) {
  return prepared<CarriedRow>(`budget.carried-for-${name}`, carriedSql(query))
}

/** With the encumbrances of the carry-over in the new year. */
export function readCarried(rows: readonly CarriedRow[], encumbrances: readonly Encumbrance[]): Carried[] {
  const targets = new Map(encumbrances.map((encumbrance) => [keyOf(encumbrance), encumbrance]))
  return rows.map((row) => {
    const key = keyOf({ documentId: row.carry_id, round: row.carry_round, line: row.by_line })
    return {
      line: row.by_line,
      stage: row.stage,
      option: row.option,
      amount: amount(row.moved),
      given: amount(row.given),
      origin: readToCarry(row),
      target: targets.get(key) ?? null,
    }
  })
}

/** The new year's encumbrances of the carry-over that a stored document ($1) names. */
export function carriedEncumbrancesNamedBy(table: string, column: string) {
  return encumbrancesFoundBy(
    `carried-by-${table}`,
    `select ${column} as document_id, null::date as day, id as asking from ${table} where id = $1`,
  )
}

/** Locks the target months of a carry-over against closing during its submit. The old year's are locked with its encumbrances. */
const holdNextSql = (lines: string) => `select pg_advisory_xact_lock_shared(area_id, key) from (
     select distinct l.area_id, (l.year + 1) * 12 + 1 as key
     from (${lines}) w
     join budget_encumbrance o on o.document_id = w.document_id and o.round = w.round and o.line_no = w.line_no
     join budget_line l on l.id = o.account_id order by 1, 2) h`

/** Those selected by an area's own query, which returns document_id, round and line_no. */
export function holdToCarryFoundBy(name: string, query: string) {
  return prepared(`budget.hold-next-months-for-${name}`, holdNextSql(query))
}
