import { useState, type KeyboardEvent } from 'react'
import type { SheetColumn } from './sheet-columns.ts'

/** The cursor's position among the displayed lines and columns. */
export interface Cursor {
  readonly row: number
  readonly column: number
  readonly isEditing: boolean
  /** The character that started editing: it replaces the old text, as in a spreadsheet. */
  readonly typed?: string
}

interface CursorMoves {
  readonly cursor: Cursor | null
  readonly setCursor: (cursor: Cursor | null) => void
  readonly move: (rows: number, columns: number, isEditing: boolean) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Tab moves right and on to the next line, Enter moves down, arrow keys move, typing replaces, F2 edits, Escape cancels. */
export function useCellCursor(options: {
  readonly rowCount: number
  readonly columns: readonly SheetColumn[]
  readonly onBeyondLast: () => void
  readonly onClear: (cursor: Cursor) => void
}): CursorMoves {
  const { rowCount, columns, onBeyondLast, onClear } = options
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const isPassedBy = (column: number, columnSteps: number, isEditing: boolean): boolean =>
    isEditing && columnSteps !== 0 && columns[column]?.kind === 'shown'
  const move = (rows: number, columnSteps: number, isEditing: boolean): void => {
    if (!cursor) return
    let row = cursor.row
    let column = cursor.column
    // While editing, Tab moves to the next editable cell.
    for (
      let steps = 0;
      steps === 0 || (steps < columns.length && isPassedBy(column, columnSteps, isEditing));
      steps += 1
    ) {
      column += columnSteps
      if (column >= columns.length) {
        column = 0
        row += 1
      } else if (column < 0) {
        column = columns.length - 1
        row -= 1
      }
    }
    row += rows
    if (row < 0) return setCursor({ row: 0, column: 0, isEditing: false })
    if (row >= rowCount) onBeyondLast()
    // A dialog opens only on request, not when the cursor moves to its cell.
    setCursor({ row, column, isEditing: isEditing && columns[column]?.kind !== 'opened' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!cursor) return
    const step = STEPS[event.key]
    if (cursor.isEditing) {
      if (event.key === 'Escape') setCursor({ row: cursor.row, column: cursor.column, isEditing: false })
      else if (event.key === 'Tab') {
        event.preventDefault()
        move(0, event.shiftKey ? -1 : 1, true)
      }
      return
    }
    if (event.key === 'Tab' && columns[cursor.column]?.kind === 'opened') {
      event.preventDefault()
      move(0, event.shiftKey ? -1 : 1, true)
    } else if (step) {
      event.preventDefault()
      const [rows, columnSteps] = step
      if (cursor.row + rows >= 0 && cursor.row + rows < rowCount) move(rows, columnSteps, false)
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      setCursor({ row: cursor.row, column: cursor.column, isEditing: true })
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onClear(cursor)
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      setCursor({ row: cursor.row, column: cursor.column, isEditing: true, typed: event.key })
    }
  }
  return { cursor, setCursor, move, onKeyDown }
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
