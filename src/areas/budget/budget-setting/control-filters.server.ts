import { columnNameOf } from '../explain/account-amounts.server.ts'
import type { LineStage } from './control-columns.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Filters of the line list on a budget's control or balance instead of its key. */
export const CONTROL_FILTERS = ['mode', 'overrun', 'stage'] as const

export type ControlFilter = (typeof CONTROL_FILTERS)[number]

export function isControlFilter(name: string): name is ControlFilter {
  return (CONTROL_FILTERS as readonly string[]).includes(name)
}

/**
 * Of a million accounts few are not controlled absolutely, and fewer are overdrawn: those are found first, by index,
 * and then their lines by id. A budget without a recorded overrun can only be overdrawn where control only records.
 */
export function controlled(name: ControlFilter, values: readonly (string | number)[]): RawBuilder<SqlBool> {
  if (name === 'stage') {
    const held = (values as LineStage[]).map((stage) =>
      stage === 'unused'
        ? sql`b.avl > 0 and b.occ + b.cmt + b.acr + b.exe = 0`
        : sql`${sql.ref(`b.${columnNameOf(stage)}`)} > 0`,
    )
    return sql<SqlBool>`exists (select from budget_account b where b.id = budget_line.id and (${sql.join(held, sql` or `)}))`
  }
  if (name === 'mode') {
    return values.includes('absolute')
      ? sql<SqlBool>`budget_line.id not in (select id from budget_account where mode <> 'absolute' and mode <> all(${values}))`
      : sql<SqlBool>`budget_line.id in (select id from budget_account where mode <> 'absolute' and mode = any(${values}))`
  }
  const recorded = sql`select account_id from ledger_overrun where ledger = 'budget'`
  if (values.includes('ever')) return sql<SqlBool>`budget_line.id in (${recorded})`
  return sql<SqlBool>`budget_line.id in (select b.id from budget_account b where b.avl < 0
    and b.id in (${recorded} union select id from budget_account where mode <> 'absolute' and mode = 'tracking'))`
}
