import { useCallback, useRef, useState } from 'react'
import { documentTexts } from '../client/document-texts.ts'
import { pageText } from '../client/i18n.ts'
import { sheetReducer, startSheet, type SheetEvent, type SheetState } from '../sheet/sheet-state.ts'
import type { Values } from '../sheet/sheet-columns.ts'
import { type FormDraft, withField } from './draft/draft.ts'
import type { FormSpec } from './form-spec.ts'
import type { DocumentDraft } from './draft/use-document-draft.ts'
import type { FormOptions } from './options.ts'

/**
 * The sheet's lines with their notes, in step with the draft's lines: several changes at once (a cell left, a line
 * added) are applied in order.
 */
export function useLines(
  initial: FormDraft,
  spec: FormSpec,
  setDraft: DocumentDraft['setDraft'],
  onRemoved?: (text: string) => void,
): { readonly sheet: SheetState; readonly dispatch: (event: SheetEvent) => void } {
  const [sheet, setSheet] = useState(() => startSheet(initial.lines))
  const latest = useRef(sheet)
  const dispatch = useCallback(
    (event: SheetEvent) => {
      const before = latest.current
      const reduced = withRemoved(before, sheetReducer(before, event), event, (name, by) => removedText(spec, name, by))
      const next = withFollowing(before, reduced.sheet, event, spec.follows)
      if (next.rows === before.rows) return
      for (const text of reduced.removed) onRemoved?.(text)
      latest.current = next
      setSheet(next)
      setDraft((now) => ({ ...now, lines: next.rows.map((row) => row.values) }))
    },
    [setDraft, spec, onRemoved],
  )
  return { sheet, dispatch }
}

function removedText({ definition, removed }: FormSpec, name: string, by: string): string {
  const texts = documentTexts(definition)
  return removed?.[name]?.() ?? pageText('form.removed', { field: texts.lineField(name), by: texts.lineField(by) })
}

/** A choice may empty other columns of its line, whose values do not go with it: each of these says so until it is filled again. */
export function withRemoved(
  before: SheetState,
  next: SheetState,
  { type }: SheetEvent,
  textOf: (name: string, by: string) => string,
): { readonly sheet: SheetState; readonly removed: ReadonlySet<string> } {
  const removed = new Set<string>()
  if (next.rows === before.rows || (type !== 'set' && type !== 'fill')) return { sheet: next, removed }
  const rows = next.rows.map((row, at) => {
    const was = before.rows[at]?.values ?? {}
    const changed = Object.keys(row.values).filter((name) => (row.values[name] ?? '') !== (was[name] ?? ''))
    const by = changed.find((name) => row.values[name] !== '')
    const emptied = by === undefined ? [] : changed.filter((name) => row.values[name] === '')
    if (by === undefined || emptied.length === 0) return row
    const notes = Object.fromEntries(emptied.map((name) => [name, { value: '', text: textOf(name, by) }]))
    for (const { text } of Object.values(notes)) removed.add(text)
    return { ...row, notes: { ...row.notes, ...notes } }
  })
  return { sheet: removed.size === 0 ? next : { ...next, rows }, removed }
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

/** When the whole draft was replaced: the lines at once, and further tables by being begun anew under another key. */
export function useReplaced(dispatch: (event: SheetEvent) => void) {
  const [replaced, setReplaced] = useState(0)
  const onReplaced = ({ lines }: FormDraft): void => {
    dispatch({ type: 'replace', rows: lines.map((values) => ({ values })) })
    setReplaced(replaced + 1)
  }
  return { replaced, onReplaced }
}

/** Replaces all lines. */
export function useFill(dispatch: (event: SheetEvent) => void): (lines: readonly Values[]) => void {
  return useCallback((lines) => dispatch({ type: 'replace', rows: lines.map((values) => ({ values })) }), [dispatch])
}

/**
 * Sets a field of the head, and empties what depends on it: in the head, and in the lines of the draft and of the sheet. What lines lose
 * is said, with a way back.
 */
export function useHeadField(
  spec: FormSpec,
  options: FormOptions,
  { draft, setDraft }: Pick<DocumentDraft, 'draft' | 'setDraft'>,
  dispatch: (event: SheetEvent) => void,
): (name: string, value: string) => void {
  return (name, value) => {
    setDraft((now) => ({ ...now, header: withField(spec, options, now, name, value).header }))
    const after = withField(spec, options, draft, name, value)
    if (after.lines === draft.lines) return
    dispatch({ type: 'replace', rows: after.lines.map((values) => ({ values })) })
    void import('./lost/tell-lost.ts').then(({ tellLost }) => tellLost(spec, name, draft, after, setDraft, dispatch))
  }
}
