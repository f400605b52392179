import type { ImportRowView } from '#kernel/services/imports/import-wire.ts'
import type { RowChange } from '../import-api.ts'

/** A row as it stood when somebody began to change it, and as it stands now. */
interface Edit {
  readonly base: Readonly<Record<string, string>>
  readonly texts: Readonly<Record<string, string>>
}

/** By row number, as JSON keeps it. */
export type Edits = Readonly<Record<string, Edit>>

export const NO_EDITS: Edits = {}

/** The edits with some cells of a row changed; a row that is as it was before is no edit. */
export function changedBy(edits: Edits, row: ImportRowView, texts: Readonly<Record<string, string>>): Edits {
  const key = String(row.row)
  const base = edits[key]?.base ?? row.texts
  const next = { ...base, ...edits[key]?.texts, ...texts }
  const { [key]: _before, ...others } = edits
  const isAsBefore = Object.keys(next).every((column) => next[column] === (base[column] ?? ''))
  return isAsBefore ? others : { ...others, [key]: { base, texts: next } }
}

/** What was typed into a cell and is not checked yet; undefined where nothing was. */
export function editedText(edits: Edits, row: number, column: string): string | undefined {
  const edit = edits[String(row)]
  const text = edit?.texts[column]
  return edit && text !== (edit.base[column] ?? '') ? text : undefined
}

/** As the save takes them: the changed cells only. A page shows very long texts cut, and those must not replace what the file has. */
export function rowsOf(edits: Edits): readonly RowChange[] {
  return Object.entries(edits).map(([row, { base, texts }]) => {
    const changed = Object.entries(texts).filter(([column, text]) => text !== (base[column] ?? ''))
    return { row: Number(row), texts: Object.fromEntries(changed) }
  })
}
