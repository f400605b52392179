import { useCallback, useRef, useState } from 'react'
import { sheetReducer, startSheet, type SheetEvent, type SheetState } from '../sheet/sheet-state.ts'
import type { Values } from '../sheet/sheet-columns.ts'
import type { FormDraft } from './draft/draft.ts'
import type { FormSpec } from './form-spec.ts'
import type { DocumentDraft } from './draft/use-document-draft.ts'

/**
 * The sheet's lines with their notes, in step with the draft's lines: several changes at once (a cell left, a line
 * added) are applied in order.
 */
export function useLines(
  initial: FormDraft,
  follows: FormSpec['follows'],
  setDraft: DocumentDraft['setDraft'],
): { readonly sheet: SheetState; readonly dispatch: (event: SheetEvent) => void } {
  const [sheet, setSheet] = useState(() => startSheet(initial.lines))
  const latest = useRef(sheet)
  const dispatch = useCallback(
    (event: SheetEvent) => {
      const next = withFollowing(latest.current, sheetReducer(latest.current, event), event, follows)
      if (next.rows === latest.current.rows) return
      latest.current = next
      setSheet(next)
      setDraft((now) => ({ ...now, lines: next.rows.map((row) => row.values) }))
    },
    [setDraft, follows],
  )
  return { sheet, dispatch }
}

/** Writes what follows from the changed columns of lines; undone steps and lines of a file stay as they were. */
export function withFollowing(
  before: SheetState,
  next: SheetState,
  { type }: SheetEvent,
  follows: FormSpec['follows'],
): SheetState {
  if (!follows || next.rows === before.rows || (type !== 'set' && type !== 'paste' && type !== 'fill')) return next
  const old = new Map(before.rows.map((row) => [row.id, row]))
  const rows = next.rows.map((row) => {
    const was = old.get(row.id)?.values ?? {}
    if (old.get(row.id) === row) return row
    const changed = (name: string) => (row.values[name] ?? '') !== (was[name] ?? '')
    const written = Object.entries(follows).flatMap(([name, { of, from }]) => {
      const value = !changed(name) && of.some(changed) ? from(row.values) : null
      return value === null ? [] : [[name, value] as const]
    })
    return written.length === 0 ? row : { ...row, values: { ...row.values, ...Object.fromEntries(written) } }
  })
  return { ...next, rows }
}

/** Replaces all lines. */
export function useFill(dispatch: (event: SheetEvent) => void): (lines: readonly Values[]) => void {
  return useCallback((lines) => dispatch({ type: 'replace', rows: lines.map((values) => ({ values })) }), [dispatch])
}
