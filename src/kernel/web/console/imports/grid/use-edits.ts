import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ImportRowView, ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { ApiError } from '../../client/api.ts'
import { createIntent, underIntent } from '../../client/intent.ts'
import { notify } from '../../client/live/notices.ts'
import { useTab } from '../../shell/tabs/tab-context.ts'
import { useTabState } from '../../shell/tabs/use-tab-state.ts'
import { changedBy, type Edits as EditMap, NO_EDITS, rowsOf } from './edits.ts'
import { importApi, importKeys, isStale, type RowChange } from '../import-api.ts'
import { importText } from '../import-text.ts'
import { countText } from '../run-figures.ts'

/** Rows per call: a block pasted over many pages is sent in several. */
const AT_ONCE = 200

export interface Edits {
  /** Unchecked edits by row. */
  readonly map: EditMap
  readonly count: number
  readonly isSaving: boolean
  readonly put: (
    changes: readonly { readonly row: ImportRowView; readonly texts: Readonly<Record<string, string>> }[],
  ) => void
  /** Undoes the last edit, if there is one. */
  readonly undo: () => void
  readonly clear: () => void
  /** Sends the changed rows to be checked; false where that failed. */
  readonly save: () => Promise<boolean>
  /** Excludes rows, or includes them again. */
  readonly setRemoved: (rows: readonly number[], removed: boolean) => Promise<void>
}

/** Edits of the rows: stored with the tab until they are checked, and guarded as unsaved input. */
export function useEdits(run: ImportRunView): Edits {
  const { setUnsaved } = useTab()
  const [kept, setMap] = useTabState<EditMap>('edits', NO_EDITS)
  const [isSaving, setSaving] = useState(false)
  const history = useRef<EditMap[]>([])
  const sender = useSender(run)
  // A run that has moved on accepts no more edits: earlier ones are dropped.
  const map = run.can.edit ? kept : NO_EDITS
  const count = Object.keys(map).length
  const latest = useRef(map)
  useEffect(() => {
    latest.current = map
  })
  const save = useCallback(async (): Promise<boolean> => {
    const sent = latest.current
    const rows = rowsOf(sent)
    if (rows.length === 0) return true
    setSaving(true)
    try {
      const records = await sender(rows)
      if (!records) return false
      // Edits made meanwhile stay.
      setMap((now) => Object.fromEntries(Object.entries(now).filter(([row, edit]) => sent[row] !== edit)))
      history.current = []
      tellChecked(records)
      return true
    } finally {
      setSaving(false)
    }
  }, [sender, setMap])
  const clear = useCallback(() => {
    history.current = []
    setMap(NO_EDITS)
  }, [setMap])
  useEffect(() => {
    if (count === 0) return setUnsaved(null)
    const discard = (): Promise<boolean> => {
      clear()
      return Promise.resolve(true)
    }
    setUnsaved({ save, isKept: () => true, discard })
  }, [count, save, clear, setUnsaved])
  return useMemo(
    () => ({
      map,
      count,
      isSaving,
      put: (changes) => {
        history.current.push(latest.current)
        setMap((now) => changes.reduce((all, { row, texts }) => changedBy(all, row, texts), now))
      },
      undo: () => {
        const before = history.current.pop()
        if (before) setMap(before)
      },
      clear,
      save,
      setRemoved: async (rows, removed) => {
        const records = await sender(rows.map((row) => ({ row, removed })))
        if (!records) return
        if (removed)
          setMap((now) => Object.fromEntries(Object.entries(now).filter(([row]) => !rows.includes(Number(row)))))
        notify('success', importText(removed ? 'rows.removed' : 'rows.restored', { count: countText(rows.length) }))
      },
    }),
    [map, count, isSaving, setMap, clear, save, sender],
  )
}

function tellChecked(records: readonly ImportRowView[]): void {
  const bad = records.filter(({ action }) => action === 'bad').length
  const count = countText(records.length)
  if (bad > 0) notify('warning', importText('rows.savedBad', { bad: countText(bad), count }))
  else notify('success', importText('rows.savedGood', { good: count }))
}

/** Sends changes of rows; null where they were refused, and the reason was shown. */
function useSender(run: ImportRunView) {
  const client = useQueryClient()
  const [intent] = useState(createIntent)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const { importId } = run
  return useCallback(
    async (rows: readonly RowChange[]): Promise<readonly ImportRowView[] | null> => {
      const records: ImportRowView[] = []
      let { version } = latest.current
      try {
        for (let at = 0; at < rows.length; at += AT_ONCE) {
          const body = { importId, version, rows: rows.slice(at, at + AT_ONCE) }
          // One after the other: each is checked against the version that the previous one made.
          const saved = await underIntent(intent, body, (idempotencyKey) =>
            importApi.save(body, { idempotencyKey, handles: [409] }),
          )
          version = saved.version
          records.push(...saved.records)
        }
        return records
      } catch (cause) {
        if (cause instanceof ApiError && cause.status === 409)
          notify('warning', isStale(cause) ? importText('run.conflict') : cause.message)
        return null
      } finally {
        await client.invalidateQueries({ queryKey: importKeys.run(importId) })
      }
    },
    [client, importId, intent],
  )
}
