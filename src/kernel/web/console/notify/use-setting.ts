import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Choices, notifyApi, notifyKeys, type Rules, type NotificationSetting } from './notify-api.ts'

export type NotificationSaveState =
  | { readonly kind: 'none' | 'saving' | 'saved' }
  | { readonly kind: 'failed'; readonly reason: string }

type Change = Partial<Rules & { readonly choices: Choices }>

/** Quickly repeated switches are saved as one change. */
const WAIT_MS = 500

export interface NotificationSettingState {
  readonly setting: NotificationSetting | undefined
  readonly error: unknown
  readonly save: NotificationSaveState
  readonly change: (change: Change) => void
  readonly refetch: () => void
}

/**
 * The person's settings, saved automatically: one call after another, each with the whole displayed state. Unsaved
 * changes overlay the server's data, so that events meanwhile change nothing under the hand.
 */
export function useSetting(): NotificationSettingState {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey: notifyKeys.setting(), queryFn: notifyApi.setting })
  const [draft, setDraft] = useState<Change>({})
  const [save, setSave] = useState<NotificationSaveState>({ kind: 'none' })
  const setting = useMemo(() => data && { ...data, ...draft }, [data, draft])
  const latest = useRef({ setting, draft })
  useEffect(() => {
    latest.current = { setting, draft }
  })
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const running = useRef<Promise<unknown>>(Promise.resolve())

  const store = useCallback(() => {
    timer.current = null
    running.current = running.current.then(async () => {
      const { setting: now, draft: stored } = latest.current
      if (!now) return
      const { zone, quiet, quietFrom, quietUntil, weekdays, quietOtherDays, digestTime, choices } = now
      const rules = { zone, quiet, quietFrom, quietUntil, weekdays, quietOtherDays, digestTime }
      try {
        await notifyApi.save({ ...rules, choices })
        client.setQueryData<NotificationSetting>(notifyKeys.setting(), (before) => before && { ...before, ...stored })
        // Changes made meanwhile are saved by the following call.
        setDraft((before) => (before === stored ? {} : before))
        if (timer.current === null) setSave({ kind: 'saved' })
      } catch (cause) {
        setSave({ kind: 'failed', reason: (cause as Error).message })
      }
    })
  }, [client])

  const change = useCallback(
    (next: Change) => {
      setDraft((before) => ({ ...before, ...next }))
      setSave({ kind: 'saving' })
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = setTimeout(store, WAIT_MS)
    },
    [store],
  )

  // The last change is saved even if the person leaves at once.
  useEffect(() => {
    const flush = (): void => {
      if (timer.current === null) return
      clearTimeout(timer.current)
      store()
    }
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [store])

  return { setting, error, save, change, refetch: () => void refetch() }
}
