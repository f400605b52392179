import type { ImportRowView } from '#kernel/services/imports/import-wire.ts'
import type { RowChange } from '../import-api.ts'

/** A row before the first edit, and its current version. */
interface Edit {
  readonly base: Readonly<Record<string, string>>
  readonly texts: Readonly<Record<string, string>>
}

/** By row number, as in JSON. */
export type Edits = Readonly<Record<string, Edit>>

export const NO_EDITS: Edits = {}

/** The edits with changed cells of a row; a row equal to its original is no edit. */
export function changedBy(edits: Edits, row: ImportRowView, texts: Readonly<Record<string, string>>): Edits {
  const key = String(row.row)
  const base = edits[key]?.base ?? row.texts
  const next = { ...base, ...edits[key]?.texts, ...texts }
  const { [key]: _before, ...others } = edits
  const isAsBefore = Object.keys(next).every((column) => next[column] === (base[column] ?? ''))
  return isAsBefore ? others : { ...others, [key]: { base, texts: next } }
}

/** An unchecked edit of a cell; undefined where there is none. */
export function editedText(edits: Edits, row: number, column: string): string | undefined {
  const edit = edits[String(row)]
  const text = edit?.texts[column]
  return edit && text !== (edit.base[column] ?? '') ? text : undefined
}

/** The changed cells for a save. A page shows very long texts truncated, and those must not replace the file's. */
export function rowsOf(edits: Edits): readonly RowChange[] {
  return Object.entries(edits).map(([row, { base, texts }]) => {
    const changed = Object.entries(texts).filter(([column, text]) => text !== (base[column] ?? ''))
    return { row: Number(row), texts: Object.fromEntries(changed) }
  })
}
