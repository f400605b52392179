import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../client/api.ts'
import { useTab } from '../shell/tabs/tab-context.ts'
import type { DraftView, SettingView } from '#kernel/engine/setting/setting-wire.ts'
import type { SettingCalls } from './setting-calls.ts'

const AFTER_TYPING_MS = 600

export type SettingSaveState =
  | { readonly kind: 'clean' | 'saving' | 'saved' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Another person changed the draft: nothing is saved until this person has chosen. */
  | { readonly kind: 'conflict'; readonly by: string; readonly at: string }

export interface DraftWork<C> {
  readonly draft: DraftView<C> | null
  readonly state: SettingSaveState
  /** Overwrites another person's version with this input. */
  readonly keepMine: () => Promise<void>
  /** Saves all input; false where that failed. */
  readonly settle: () => Promise<boolean>
  /** Saves all input and answers the draft as it then stands, of which an act names the version; null where there is none. */
  readonly saved: () => Promise<DraftView<C> | null>
}

/**
 * Saves a draft automatically, one save after the other, from the first difference on. The server answers with
 * everything that prevents publishing, so the check is a moment behind the typing.
 */
export function useDraft<C>(
  calls: SettingCalls<C>,
  loaded: SettingView<C>,
  content: C,
  note: string,
  /** Why the input is not what would be saved; nothing is saved before that is mended. */
  unreadable: string | null = null,
): DraftWork<C> {
  const [draft, setDraft] = useState(loaded.draft)
  const [state, setState] = useState<SettingSaveState>({ kind: 'clean' })
  const typed = useMemo(() => JSON.stringify([content, note]), [content, note])
  /** The server's state as last loaded; a ref, because the save loop reads it between renders. */
  const [stored, setStored] = useState(typed)
  const storedNow = useRef(typed)
  const running = useRef<Promise<boolean> | null>(null)
  const latest = useRef({ content, note, typed, draft, unreadable })
  useEffect(() => {
    latest.current = { ...latest.current, content, note, typed, unreadable }
  }, [content, note, typed, unreadable])

  const send = useCallback(async (): Promise<boolean> => {
    while (latest.current.unreadable !== null || latest.current.typed !== storedNow.current) {
      if (latest.current.unreadable !== null) return false
      const sent = latest.current
      setState({ kind: 'saving' })
      try {
        const body = {
          key: loaded.key,
          draftVersion: sent.draft?.version ?? 0,
          content: sent.content,
          note: sent.note,
        }
        const saved = await calls.save(body, { handles: true })
        storedNow.current = sent.typed
        setStored(sent.typed)
        latest.current = { ...latest.current, draft: saved }
        setDraft(saved)
        setState({ kind: 'saved' })
      } catch (error) {
        setState(failureOf(error))
        return false
      }
    }
    return true
  }, [calls, loaded.key])

  const save = useCallback((): Promise<boolean> => {
    // One after the other: each save needs the version returned by the previous one.
    running.current ??= send().finally(() => (running.current = null))
    return running.current
  }, [send])

  const isWaiting = typed !== stored || unreadable !== null
  const isBlocked = state.kind === 'conflict' || unreadable !== null
  useEffect(() => {
    if (!isWaiting || isBlocked) return
    const timer = setTimeout(() => void save(), AFTER_TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, isWaiting, isBlocked, save])

  const { setUnsaved } = useTab()
  useEffect(() => {
    setUnsaved(isWaiting ? { save } : null)
    return () => setUnsaved(null)
  }, [isWaiting, save, setUnsaved])

  const keepMine = useCallback(async () => {
    const now = (await calls.read(loaded.key, { handles: true })).draft
    latest.current = { ...latest.current, draft: now }
    setDraft(now)
    setState({ kind: 'clean' })
    await save()
  }, [calls, loaded.key, save])
  const saved = useCallback(async () => ((await save()) ? latest.current.draft : null), [save])
  const shown =
    unreadable === null || state.kind === 'conflict' ? state : { kind: 'failed' as const, reason: unreadable }
  return { draft, state: shown, keepMine, settle: save, saved }
}

function failureOf(error: unknown): SettingSaveState {
  if (error instanceof ApiError && error.refusal?.key === 'twoPeople.draftStale') {
    const { by = '', at = '' } = error.refusal.params
    return { kind: 'conflict', by: String(by), at: String(at) }
  }
  return { kind: 'failed', reason: error instanceof Error ? error.message : '' }
}
