import { openNotes, type RowErrors, type SheetState } from '../../sheet/sheet-state.ts'

/** The server's refusals, overridden by file errors of cells that were not changed since. */
export function withNotes(errors: RowErrors, { rows }: Pick<SheetState, 'rows'>): RowErrors {
  const all = new Map(errors)
  rows.forEach((row, at) => {
    const notes = row.notes ? openNotes(row) : null
    if (notes) all.set(at, { ...all.get(at), ...notes })
  })
  return all
}
