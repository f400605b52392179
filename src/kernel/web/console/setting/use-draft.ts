import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../client/api.ts'
import { useTab } from '../shell/tabs/tab-context.ts'
import type { DraftView, SettingView } from '#kernel/engine/setting/setting-wire.ts'
import type { SettingCalls } from './setting-calls.ts'

const AFTER_TYPING_MS = 600

export type SettingSaveState =
  | { readonly kind: 'clean' | 'saving' | 'saved' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Somebody else changed the draft: nothing is saved until the person has said what counts. */
  | { readonly kind: 'conflict'; readonly by: string; readonly at: string }

export interface DraftWork<C> {
  readonly draft: DraftView<C> | null
  readonly state: SettingSaveState
  /** Writes what was typed over what somebody else saved meanwhile. */
  readonly keepMine: () => Promise<void>
  /** Everything typed is at the server; false where that did not work. */
  readonly settle: () => Promise<boolean>
}

/**
 * Keeps a draft at the server by itself, one save after the other, from the first difference on. What stands there is
 * answered with everything that keeps it from being published, so the check of what is typed is a moment behind the typing.
 */
export function useDraft<C>(calls: SettingCalls<C>, loaded: SettingView<C>, content: C, note: string): DraftWork<C> {
  const [draft, setDraft] = useState(loaded.draft)
  const [state, setState] = useState<SettingSaveState>({ kind: 'clean' })
  const typed = useMemo(() => JSON.stringify([content, note]), [content, note])
  /** What the server has, begun with what was read from it; the loop of saves reads it between two drawings. */
  const [stored, setStored] = useState(typed)
  const storedNow = useRef(typed)
  const running = useRef<Promise<boolean> | null>(null)
  const latest = useRef({ content, note, typed, draft })
  useEffect(() => {
    latest.current = { ...latest.current, content, note, typed }
  }, [content, note, typed])

  const send = useCallback(async (): Promise<boolean> => {
    while (latest.current.typed !== storedNow.current) {
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
    // One after the other: the next one carries the version that this one answers.
    running.current ??= send().finally(() => (running.current = null))
    return running.current
  }, [send])

  const isWaiting = typed !== stored
  const isBlocked = state.kind === 'conflict'
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
  return { draft, state, keepMine, settle: save }
}

function failureOf(error: unknown): SettingSaveState {
  if (error instanceof ApiError && error.refusal?.key === 'twoPeople.draftStale') {
    const { by = '', at = '' } = error.refusal.params
    return { kind: 'conflict', by: String(by), at: String(at) }
  }
  return { kind: 'failed', reason: error instanceof Error ? error.message : '' }
}
