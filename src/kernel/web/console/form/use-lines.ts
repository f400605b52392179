import { useCallback, useRef, useState } from 'react'
import { sheetReducer, startSheet, type SheetEvent, type SheetState } from '../sheet/sheet-state.ts'
import type { Values } from '../sheet/sheet-columns.ts'
import type { FormDraft } from './draft/draft.ts'
import type { DocumentDraft } from './draft/use-document-draft.ts'

/**
 * The sheet's lines with their notes, in step with the draft's lines: several changes at once (a cell left, a line
 * added) are applied in order.
 */
export function useLines(
  initial: FormDraft,
  setDraft: DocumentDraft['setDraft'],
): { readonly sheet: SheetState; readonly dispatch: (event: SheetEvent) => void } {
  const [sheet, setSheet] = useState(() => startSheet(initial.lines))
  const latest = useRef(sheet)
  const dispatch = useCallback(
    (event: SheetEvent) => {
      const next = sheetReducer(latest.current, event)
      if (next.rows === latest.current.rows) return
      latest.current = next
      setSheet(next)
      setDraft((now) => ({ ...now, lines: next.rows.map((row) => row.values) }))
    },
    [setDraft],
  )
  return { sheet, dispatch }
}

/** Replaces all lines. */
export function useFill(dispatch: (event: SheetEvent) => void): (lines: readonly Values[]) => void {
  return useCallback((lines) => dispatch({ type: 'replace', rows: lines.map((values) => ({ values })) }), [dispatch])
}
