import type { SheetColumn, Values } from '../sheet/sheet-columns.ts'
import type { RowErrors } from '../sheet/sheet-state.ts'

interface Said {
  readonly notAmong: (value: string, choices: readonly string[]) => string
  readonly missing: (title: string) => string
}

/**
 * Cells of choices that no choice stands for: pasted words, and what was emptied although it is needed. A content cannot hold them, so
 * whatever it had in their place would be kept without a word. What was there when the page was opened stays as it is.
 */
export function unreadChoices(
  columns: readonly SheetColumn[],
  rows: readonly { readonly values: Values }[],
  loaded: readonly Values[],
  said: Said,
): RowErrors {
  const errors = new Map<number, Readonly<Record<string, string>>>()
  const choices = columns.filter((column) => column.kind === 'choice' && !column.onSearch)
  for (const [at, { values }] of rows.entries()) {
    const isBegun = Object.values(values).some((value) => value.trim() !== '')
    for (const column of isBegun ? choices : []) {
      if (column.kind !== 'choice') continue
      const value = values[column.key] ?? ''
      const options = column.options(values)
      if (options.some((option) => option.value === value)) continue
      if (loaded.some((row) => (row[column.key] ?? '') === value)) continue
      if (value === '' && !column.isRequired) continue
      const text =
        value === ''
          ? said.missing(column.title)
          : said.notAmong(
              value,
              options.map(({ label }) => label),
            )
      errors.set(at, { ...errors.get(at), [column.key]: text })
    }
  }
  return errors
}
