import { productNow } from '#kernel/base/clock/clock.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, type WireRefusal } from '../../client/api.ts'
import { documentApi, type Saved, type Submitted } from '../../client/document-api.ts'
import { pageText } from '../../client/i18n.ts'
import { createIntent, underIntent } from '../../client/intent.ts'
import { staleAfterAction } from '../../client/query-keys.ts'
import { type FormDraft, inputOf, isStorable } from './draft.ts'
import type { FormSpec } from '../form-spec.ts'
import { type DraftSaveState, failedBy, forget, type Keeping, removingAction, type Submitting } from './saving.ts'
import { useIsEmpty, useSaveItself } from './use-empty-draft.ts'
import { type LeavingDraft, useLeavingDraft } from './use-leaving-draft.ts'

/** Delay of a retry after a server or network failure; also retried as soon as the browser is online. */
const RETRY_MS = 15_000

export interface DraftOptions {
  readonly spec: FormSpec
  readonly initial: FormDraft
  readonly keeping: Keeping
  /** Idle time before an autosave. */
  readonly autosaveMs: number
  /** The initial state was never saved: it comes from the browser's storage. */
  readonly isRecovered?: boolean
}

/** Accounts that the drafter chose for route steps, by the step's key. */
type Chosen = Readonly<Record<string, readonly string[]>>

export interface DocumentDraft {
  readonly draft: FormDraft
  readonly setDraft: (change: (draft: FormDraft) => FormDraft) => void
  readonly saveState: DraftSaveState
  /** Another person changed the document; nothing is saved until the person has chosen. */
  readonly conflict: ApiError | null
  readonly refusals: readonly WireRefusal[]
  readonly isSubmitting: boolean
  readonly save: () => Promise<boolean>
  /** Saves at the person's request: from here on it is an intended draft. */
  readonly keep: () => Promise<boolean>
  /** The id of the stored draft, with everything typed so far; null where that cannot be stored. */
  readonly saved: () => Promise<string | null>
  readonly leaving: LeavingDraft
  /** Null where it was refused, where no answer came, or while another submit runs. */
  readonly submit: (chosen?: Chosen) => Promise<Submitted | null>
  /** Null where nothing stored can be deleted; false where it was refused. */
  readonly remove: (() => Promise<boolean>) | null
  /** Rebases the input on the stored version. */
  readonly adopt: (version: number) => void
  readonly replace: (draft: FormDraft) => void
}

/** One draft: stored over a reload, saved automatically, one save after the other, and submitted once for each intent. */
export function useDocumentDraft({ spec, initial, keeping, autosaveMs, isRecovered }: DraftOptions): DocumentDraft {
  const { definition } = spec
  const api = useMemo(() => documentApi(definition), [definition])
  const client = useQueryClient()
  const [draft, setDraftState] = useState(initial)
  const [saveState, setSaveState] = useState<DraftSaveState>({ kind: isRecovered ? 'dirty' : 'clean' })
  const { conflict, setConflict, refusals, setRefusals, fail } = useFailures()
  const [isSubmitting, setSubmitting] = useState(false)
  const [intent] = useState(createIntent)
  const latest = useRef(draft)
  const { saving, queue } = useQueue()
  const isEmpty = useIsEmpty(spec, initial, isRecovered)

  const setDraft = useCallback(
    (change: (draft: FormDraft) => FormDraft) => {
      latest.current = change(latest.current)
      setDraftState(latest.current)
      setSaveState({ kind: latest.current.id === null && isEmpty(latest.current) ? 'clean' : 'dirty' })
      setRefusals([])
      keeping.typed(latest.current)
    },
    [isEmpty, keeping, setRefusals],
  )
  const stored = useCallback(
    (sent: FormDraft, { id, no, version }: Saved) => {
      const at = productNow()
      latest.current = { ...latest.current, id, no, version, savedAt: at.toISOString() }
      setDraftState(latest.current)
      const { header, lines, tables, files } = latest.current
      const isCurrent = header === sent.header && lines === sent.lines && tables === sent.tables && files === sent.files
      setSaveState(isCurrent ? { kind: 'saved', at } : { kind: 'dirty' })
      keeping.stored(latest.current)
      if (!isCurrent) keeping.typed(latest.current)
    },
    [keeping],
  )
  const saveNow = useCallback(async (): Promise<boolean> => {
    const sent = latest.current
    const input = inputOf(definition, sent)
    setSaveState({ kind: 'saving' })
    try {
      const send = (idempotencyKey: string) => api.save(input, { idempotencyKey, handles: true })
      stored(sent, await underIntent(intent, input, send))
      void forget(client, [definition.name], 'none')
      return true
    } catch (cause) {
      setSaveState(failedBy(fail(cause)))
      return false
    }
  }, [api, client, definition, fail, intent, stored])
  const save = useCallback(() => queue(saveNow), [queue, saveNow])
  const replace = useCallback(
    (next: FormDraft) => {
      setConflict(null)
      setDraft(() => next)
      setSaveState({ kind: 'clean' })
      keeping.stored(next)
    },
    [keeping, setConflict, setDraft],
  )
  const parts = { spec, latest, saving, keeping, setSubmitting, setSaveState, setRefusals, fail }
  const keep = useCallback((): Promise<boolean> => {
    latest.current = { ...latest.current, isUnasked: false }
    setDraftState(latest.current)
    return save()
  }, [save])
  const remove = useRemoving(parts)
  const leaving = useLeavingDraft(latest, saving, remove)

  const isFree = !conflict && !isSubmitting && !leaving.isHeld && isStorable(definition, draft)
  const saveItself = useSaveItself({ ...parts, isEmpty, queue, save, replace })
  useSaving({ draft, saveState, isFree, autosaveMs, save: saveItself })
  return {
    draft,
    setDraft,
    saveState,
    conflict,
    refusals,
    isSubmitting,
    save,
    keep,
    saved: useSaved(latest, saveState, keep),
    leaving,
    submit: useSubmitting(parts),
    remove: remove && draft.id !== null && !draft.wasSubmitted ? remove : null,
    adopt: (version) => {
      setConflict(null)
      setDraft((now) => ({ ...now, version, isUnasked: false }))
    },
    replace,
  }
}

/** Stores what is not stored yet, and tells the id. */
function useSaved(latest: RefObject<FormDraft>, { kind }: DraftSaveState, keep: () => Promise<boolean>) {
  const isSaved = kind === 'clean' || kind === 'saved'
  return useCallback(
    async () => ((isSaved && latest.current.id !== null) || (await keep()) ? latest.current.id : null),
    [isSaved, keep, latest],
  )
}

/** Saves one after the other: a second would carry the version that the first is about to replace. One that broke off does not stop the next. */
function useQueue() {
  const saving = useRef<Promise<boolean> | null>(null)
  const queue = useCallback((run: () => Promise<boolean>): Promise<boolean> => {
    const next = (saving.current ?? Promise.resolve(true)).then(run, run)
    saving.current = next
    return next
  }, [])
  return { saving, queue }
}

/** The server's refusals, and conflicts with another person's change. */
function useFailures() {
  const [conflict, setConflict] = useState<ApiError | null>(null)
  const [refusals, setRefusals] = useState<readonly WireRefusal[]>([])
  const fail = useCallback((cause: unknown): ApiError => {
    if (!(cause instanceof ApiError)) throw cause
    if (cause.status === 409) setConflict(cause)
    if (cause.status === 400) setRefusals(cause.refusals)
    return cause
  }, [])
  return { conflict, setConflict, refusals, setRefusals, fail }
}

/** The submit: after a running save, whose version it needs. */
function useSubmitting(parts: Submitting): DocumentDraft['submit'] {
  const { spec, latest, saving, keeping, setSubmitting, setSaveState, setRefusals, fail } = parts
  const { definition } = spec
  const api = useMemo(() => documentApi(definition), [definition])
  const client = useQueryClient()
  const [intent] = useState(createIntent)
  const submitting = useRef(false)
  return useCallback(
    async (chosen?: Chosen): Promise<Submitted | null> => {
      // A ref, because two taps may come before state is rendered.
      if (submitting.current) return null
      submitting.current = true
      setSubmitting(true)
      await saving.current
      const content = inputOf(definition, latest.current)
      try {
        const input = { ...content, ...(chosen ? { chosen } : {}) }
        const send = (idempotencyKey: string) => api.submit(input, { idempotencyKey, handles: [400, 409] })
        const answer = await underIntent(intent, input, send)
        setSaveState({ kind: 'clean' })
        keeping.submitted()
        await forget(client, [definition.name, ...(definition.changes ?? [])], 'active')
        return answer
      } catch (cause) {
        const error = fail(cause)
        // A refused submit leaves a draft, saved as before; a submit without an answer is not.
        if (error.status !== 400) setSaveState(failedBy(error))
        else
          await import('./all-refusals.ts').then(
            ({ addRefusals }) => addRefusals(spec, content, error.refusals, setRefusals),
            // Without its code the submit's own mistakes stay.
            () => undefined,
          )
        return null
      } finally {
        submitting.current = false
        setSubmitting(false)
      }
    },
    [api, client, definition, spec, intent, latest, saving, keeping, setSubmitting, setSaveState, setRefusals, fail],
  )
}

/** Deletes the document, where its type allows it: after a running save, with no save after it. */
function useRemoving(parts: Submitting): (() => Promise<boolean>) | null {
  const { definition } = parts.spec
  const client = useQueryClient()
  const [intent] = useState(createIntent)
  const action = removingAction(parts.spec)
  if (action === undefined) return null
  return async () => {
    const { latest, saving, keeping, setSubmitting, setSaveState, fail } = parts
    setSubmitting(true)
    try {
      await saving.current
      const { id, version } = latest.current
      if (id === null || version === null) return false
      await underIntent(intent, { id, version }, (idempotencyKey) =>
        documentApi(definition).remove(action, { id, version }, { idempotencyKey, handles: [409] }),
      )
      setSaveState({ kind: 'clean' })
      keeping.submitted()
      const isStale = staleAfterAction([definition.name])
      // Its detail query is still mounted for a moment, but must not refetch.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'detail' && isStale(queryKey) })
      return true
    } catch (cause) {
      fail(cause)
      return false
    } finally {
      setSubmitting(false)
    }
  }
}

interface Saving {
  readonly draft: FormDraft
  readonly saveState: DraftSaveState
  readonly isFree: boolean
  readonly autosaveMs: number
  readonly save: () => Promise<boolean>
}

/** Saves after an idle time, and at once when the page is hidden, because it may not come back; retries saves that failed temporarily. */
function useSaving({ draft, saveState, isFree, autosaveMs, save }: Saving): void {
  const isDirty = saveState.kind === 'dirty' && isFree
  const isFailed = saveState.kind === 'failed' && saveState.isPassing && isFree
  useEffect(() => {
    if (!isDirty) return undefined
    const now = (): void => void save()
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') now()
    }
    const timer = setTimeout(now, autosaveMs)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [draft, isDirty, autosaveMs, save])
  useEffect(() => {
    if (!isFailed) return undefined
    const again = (): void => void save()
    const timer = setTimeout(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [isFailed, save])
}

/** The save state as text. */
export function saveText(state: DraftSaveState, clock: (at: Date) => string): string {
  switch (state.kind) {
    case 'clean':
      return ''
    case 'dirty':
      return pageText('form.unsaved')
    case 'saving':
      return pageText('form.saving')
    case 'saved':
      return pageText('form.saved', { time: clock(state.at) })
    case 'failed':
      return pageText('form.saveFailed', { reason: state.reason })
  }
}
