import type { ClipboardEvent, Dispatch } from 'react'
import { kernelText } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import type { Cursor } from './cell-moves.ts'
import { pastedCells } from './pasted-cells.ts'
import { copiedText, type SheetColumn } from './sheet-columns.ts'
import { sheetDeskText } from './sheet-desk-text.ts'
import type { SheetEvent, SheetState } from './sheet-state.ts'
import { readTsv } from './tsv.ts'

interface ClipboardContext {
  readonly columns: readonly SheetColumn[]
  readonly state: SheetState
  readonly dispatch: Dispatch<SheetEvent>
  readonly shown: readonly number[]
  readonly cursor: Cursor | null
  readonly setCursor: (cursor: Cursor | null) => void
}

/** Paste fills cells from the active one on and adds missing lines; copy takes the active cell's displayed text. */
export function clipboardOf({ columns, state, dispatch, shown, cursor, setCursor }: ClipboardContext) {
  const column = cursor ? columns[cursor.column] : undefined
  return {
    onPaste: (event: ClipboardEvent): void => {
      const text = event.clipboardData.getData('text/plain')
      // A single value pasted into an open editor is handled by the editor.
      if (!cursor || !column || (cursor.isEditing && !/[\t\n]/.test(text.trim()))) return
      event.preventDefault()
      const { cells, leftOut, onlyShown } = pastedCells(columns, column.key, readTsv(text))
      if (leftOut > 0) notify('warning', sheetDeskText('leftOut', { count: leftOut }))
      if (onlyShown.length > 0)
        notify('info', sheetDeskText('onlyShown', { columns: onlyShown.join(kernelText('separator')) }))
      if (cells.length === 0) return
      dispatch({ type: 'paste', row: shown[cursor.row] ?? state.rows.length, cells })
      setCursor({ row: cursor.row, column: cursor.column, isEditing: false })
      if (cells.length > 1) notify('success', sheetDeskText('pasted', { count: cells.length }))
    },
    onCopy: (event: ClipboardEvent): void => {
      const row = cursor ? state.rows[shown[cursor.row] ?? -1] : undefined
      if (!row || !column || cursor?.isEditing) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', copiedText(column, row.values))
    },
  }
}
