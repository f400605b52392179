import type { SheetColumn } from './sheet-columns.ts'

/** The cursor's position among the displayed lines and columns. */
export interface Cursor {
  readonly row: number
  readonly column: number
  readonly isEditing: boolean
  /** The character that started editing: it replaces the old text, as in a spreadsheet. */
  readonly typed?: string
  /** The column in which the cells that are filled in from left to right began: Enter goes on there, in the next line. */
  readonly begun?: number
}

/** Where the cursor comes by so many lines and columns. While editing, what is only shown is passed by. */
export function movedCursor(
  { row, column, begun }: Cursor,
  [rows, steps]: readonly [rows: number, columns: number],
  isEditing: boolean,
  columns: readonly Pick<SheetColumn, 'kind'>[],
): Cursor {
  const from = begun ?? column
  const kindAt = (at: number) => columns[at]?.kind
  if (steps === 0) {
    // Enter ends a line that was filled in cell by cell, and goes down a column that is.
    const at = isEditing && rows > 0 ? from : column
    return { row: row + rows, column: at, isEditing: isEditing && kindAt(at) !== 'opened' }
  }
  let at = column
  let line = row
  for (let tried = 0; tried === 0 || (tried < columns.length && isEditing && kindAt(at) === 'shown'); tried += 1) {
    at += steps
    if (at >= columns.length || at < 0) {
      line += Math.sign(steps)
      at = at < 0 ? columns.length - 1 : 0
    }
  }
  // A dialog opens only on request, not when the cursor moves to its cell.
  const next = { row: line + rows, column: at, isEditing: isEditing && kindAt(at) !== 'opened' }
  return isEditing && steps > 0 && line === row ? { ...next, begun: from } : next
}
