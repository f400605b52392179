import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, type WireRefusal } from '#kernel/console/client/api.ts'
import { pageText } from '#kernel/console/client/i18n.ts'
import { createIntent, underIntent } from '#kernel/console/client/intent.ts'
import { staleAfterAction } from '#kernel/console/client/query-keys.ts'
import { isInputKept, keepInput, keptInput } from '#kernel/console/shell/kept-input.ts'
import { useTab } from '#kernel/console/shell/tab-context.ts'
import { budgetApi, type Saved, type Submitted } from './budget-api.ts'
import { inputOf, type ApplicationDraft } from './application-form.ts'

export type SaveState =
  | { readonly kind: 'clean' }
  | { readonly kind: 'dirty' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly isPassing: boolean }

const AUTOSAVE_MS = 3_000
/** A server or network that was away is asked again after this, and as soon as the browser is online. */
const RETRY_MS = 15_000

export interface Application {
  readonly draft: ApplicationDraft
  readonly setDraft: (change: (draft: ApplicationDraft) => ApplicationDraft) => void
  readonly saveState: SaveState
  readonly conflict: ApiError | null
  readonly refusals: readonly WireRefusal[]
  readonly isSubmitting: boolean
  readonly save: () => Promise<boolean>
  readonly submit: () => Promise<Submitted | null>
  /** Takes the stored version as the base of what is typed here. */
  readonly adopt: (version: number) => void
  readonly replace: (draft: ApplicationDraft) => void
}

function failedBy(cause: ApiError): SaveState {
  const reason = cause.status === 409 ? pageText('form.conflictTitle') : cause.message
  return { kind: 'failed', reason, isPassing: cause.status === 0 || cause.status >= 500 }
}

/** The draft of one application: kept over a reload, saved by itself, sent once for each intent. */
export function useApplication(initial: ApplicationDraft): Application {
  const tab = useTab()
  const client = useQueryClient()
  const [draft, setDraftState] = useState(initial)
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'clean' })
  const [conflict, setConflict] = useState<ApiError | null>(null)
  const [refusals, setRefusals] = useState<readonly WireRefusal[]>([])
  const [isSubmitting, setSubmitting] = useState(false)
  const [intents] = useState(() => ({ save: createIntent(), submit: createIntent() }))
  const latest = useRef(draft)
  const saving = useRef<Promise<boolean> | null>(null)

  const setDraft = useCallback((change: (draft: ApplicationDraft) => ApplicationDraft) => {
    latest.current = change(latest.current)
    setDraftState(latest.current)
    setSaveState({ kind: 'dirty' })
    setRefusals([])
  }, [])
  const fail = useCallback((cause: unknown): void => {
    if (!(cause instanceof ApiError)) throw cause
    setSaveState(failedBy(cause))
    if (cause.status === 409) setConflict(cause)
    if (cause.status === 400) setRefusals(cause.refusals)
  }, [])
  const stored = useCallback((sent: ApplicationDraft, answer: Saved | Submitted) => {
    latest.current = { ...latest.current, id: answer.id, no: answer.no, version: answer.version }
    setDraftState(latest.current)
    const isCurrent = latest.current.header === sent.header && latest.current.lines === sent.lines
    setSaveState(isCurrent ? { kind: 'saved', at: new Date().toISOString() } : { kind: 'dirty' })
  }, [])
  const save = useCallback((): Promise<boolean> => {
    const run = async (): Promise<boolean> => {
      const sent = latest.current
      const input = inputOf(sent)
      setSaveState({ kind: 'saving' })
      try {
        stored(
          sent,
          await underIntent(intents.save, input, (idempotencyKey) =>
            budgetApi.save(input, { idempotencyKey, handles: [400, 409] }),
          ),
        )
        void client.invalidateQueries({
          predicate: ({ queryKey }) => staleAfterAction(['countryBudget'])(queryKey),
          refetchType: 'none',
        })
        return true
      } catch (cause) {
        fail(cause)
        return false
      }
    }
    // One at a time: the second would carry the version that the first is about to replace.
    const next = (saving.current ?? Promise.resolve(true)).then(run)
    saving.current = next
    return next
  }, [client, fail, intents, stored])
  const submit = useCallback(async (): Promise<Submitted | null> => {
    setSubmitting(true)
    try {
      await saving.current
      const input = inputOf(latest.current)
      const answer = await underIntent(intents.submit, input, (idempotencyKey) =>
        budgetApi.submit(input, { idempotencyKey, handles: [400, 409] }),
      )
      setSaveState({ kind: 'clean' })
      await client.invalidateQueries({
        predicate: ({ queryKey }) => staleAfterAction(['countryBudget', 'budgetLine'])(queryKey),
      })
      return answer
    } catch (cause) {
      fail(cause)
      return null
    } finally {
      setSubmitting(false)
    }
  }, [client, fail, intents])

  useKeptInput(tab.key, draft, saveState.kind !== 'clean')
  useUnsaved(tab, saveState, save)
  useSaving(draft, saveState, !conflict && !isSubmitting, save)

  const adopt = (version: number): void => {
    setConflict(null)
    setDraft((now) => ({ ...now, version }))
  }
  const replace = (next: ApplicationDraft): void => {
    setConflict(null)
    setDraft(() => next)
    setSaveState({ kind: 'clean' })
  }
  return { draft, setDraft, saveState, conflict, refusals, isSubmitting, save, submit, adopt, replace }
}

/** Leaving the tab asks about what is not saved. */
function useUnsaved(tab: ReturnType<typeof useTab>, saveState: SaveState, save: () => Promise<boolean>): void {
  const isDirty = saveState.kind === 'dirty' || saveState.kind === 'failed'
  const { key, setUnsaved } = tab
  useEffect(
    () => setUnsaved(isDirty ? { save, isKept: () => isInputKept(key) } : null),
    [key, setUnsaved, isDirty, save],
  )
}

function useSaving(draft: ApplicationDraft, saveState: SaveState, isFree: boolean, save: () => Promise<boolean>): void {
  useAutosave(draft, saveState.kind === 'dirty' && isFree && draft.header.areaId !== '', save)
  useRetry(saveState.kind === 'failed' && saveState.isPassing && isFree, save)
}

/** Saves when nothing was typed for a while. */
function useAutosave(draft: ApplicationDraft, isDue: boolean, save: () => Promise<boolean>): void {
  useEffect(() => {
    if (!isDue) return undefined
    const timer = setTimeout(() => void save(), AUTOSAVE_MS)
    return () => clearTimeout(timer)
  }, [draft, isDue, save])
}

/** Saves again what could not be saved for a passing reason, until it is. */
function useRetry(isDue: boolean, save: () => Promise<boolean>): void {
  useEffect(() => {
    if (!isDue) return undefined
    const again = (): void => void save()
    const timer = setTimeout(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [isDue, save])
}

/** Input survives a reload of the page (the language switch reloads): it is kept with the tab until that is closed. */
function useKeptInput(tabKey: string, draft: ApplicationDraft, isTouched: boolean): void {
  useEffect(() => {
    if (!isTouched) return
    keepInput(tabKey, JSON.stringify(draft))
  }, [tabKey, draft, isTouched])
}

export function keptDraft(tabKey: string): ApplicationDraft | null {
  const text = keptInput(tabKey)
  return text ? (JSON.parse(text) as ApplicationDraft) : null
}
