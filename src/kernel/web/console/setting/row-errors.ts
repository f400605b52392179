import type { Values } from '../sheet/sheet-columns.ts'
import type { RowErrors } from '../sheet/sheet-state.ts'
import type { SettingProblem } from '#kernel/engine/setting/setting-wire.ts'

/** The server's problems by line and column for the sheet, the first of each cell. */
export function errorsOf(
  problems: readonly SettingProblem[],
  rows: readonly { readonly values: Values }[],
  columnOf: (field: string | null, values: Values) => string,
): RowErrors {
  const errors = new Map<number, Readonly<Record<string, string>>>()
  for (const { row, field, msg } of problems) {
    const line = row === null ? undefined : rows[row]
    if (row === null || !line) continue
    const cells = errors.get(row) ?? {}
    const column = columnOf(field, line.values)
    errors.set(row, { ...cells, [column]: cells[column] ?? msg })
  }
  return errors
}
