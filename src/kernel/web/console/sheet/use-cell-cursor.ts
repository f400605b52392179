import { useState, type KeyboardEvent } from 'react'
import { type Cursor, movedCursor } from './cell-moves.ts'
import type { SheetColumn } from './sheet-columns.ts'

interface CursorMoves {
  readonly cursor: Cursor | null
  readonly setCursor: (cursor: Cursor | null) => void
  readonly move: (rows: number, columns: number, isEditing: boolean) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Tab moves right and on to the next line, Enter to where the next line begins or down the column, arrow keys move, typing replaces, F2 edits, Escape cancels. */
export function useCellCursor(options: {
  readonly rowCount: number
  readonly columns: readonly SheetColumn[]
  readonly onBeyondLast: () => void
  readonly onClear: (cursor: Cursor) => void
}): CursorMoves {
  const { rowCount, columns, onBeyondLast, onClear } = options
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const move = (rows: number, columnSteps: number, isEditing: boolean): void => {
    if (!cursor) return
    const next = movedCursor(cursor, [rows, columnSteps], isEditing, columns)
    if (next.row < 0) return setCursor({ row: 0, column: 0, isEditing: false })
    if (next.row >= rowCount) onBeyondLast()
    setCursor(next)
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
      setCursor({ ...cursor, isEditing: true })
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onClear(cursor)
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      setCursor({ ...cursor, isEditing: true, typed: event.key })
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
