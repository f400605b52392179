import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, type WireRefusal } from '#kernel/console/client/api.ts'
import { kernelText } from '#kernel/console/client/i18n.ts'
import { createIntent, type Intent } from '#kernel/console/client/intent.ts'
import { staleAfterAction } from '#kernel/console/client/query-keys.ts'
import { holdUnsaved } from '#kernel/console/client/unsaved.ts'
import { formatTime } from '#kernel/ui/time.ts'
import { countryBudget } from '../country-budget.doc.ts'
import { budgetApi, type Submitted } from './budget-api.ts'
import { type Draft, inputOf } from './phone-draft.ts'
import { clearBackup, type Stored, type Typed, writeBackup } from './phone-draft-backup.ts'

const CHECK_AFTER_MS = 450
const SAVE_AFTER_MS = 1_500

function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** The rules of the submit on what is typed so far, with the amounts that are available now. */
export function useCheck(draft: Draft) {
  const settled = useSettled(draft, CHECK_AFTER_MS)
  const input = inputOf(settled)
  const { data } = useQuery({
    queryKey: ['check', countryBudget.name, input],
    queryFn: ({ signal }) => budgetApi.check(input, { signal, handles: true }),
    enabled: input.idcCode !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    gcTime: 30_000,
  })
  return { checked: data ?? null, isCurrent: settled === draft }
}

export type SaveState =
  | { readonly kind: 'clean' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: Date }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'conflict'; readonly reason: string }

interface KeeperOptions {
  readonly draft: Draft
  /** What the form began with. */
  readonly start: Typed
  /** The start was never stored: it comes from this tab's own backup. */
  readonly isRecovered: boolean
  readonly account: string
  readonly onStored: (stored: Stored) => void
}

interface Keeper {
  readonly stored: Stored | null
  readonly state: SaveState
  /** Saves what is not saved yet, now. */
  flush: () => Promise<void>
  submit: () => Promise<Submitted>
  /** After a conflict: this version of the stored document is the one to save over. */
  takeVersion: (stored: Stored, draft: Draft | null) => void
}

/** What a running call needs is what was typed last, not what was typed when it was asked for. */
interface Now {
  draft: Draft
  text: string
  stored: Stored | null
  savedText: string
  isBlocked: boolean
  saving: Promise<void> | null
}

/** Keeps a draft stored while it is typed, one save after the other, and submits it with the version that was stored last. */
export function useKeeper({ draft, start, isRecovered, account, onStored }: KeeperOptions): Keeper {
  const cache = useQueryClient()
  const [stored, setStored] = useState(start.stored)
  const [state, setState] = useState<SaveState>({ kind: 'clean' })
  const [saveIntent] = useState(createIntent)
  const [submitIntent] = useState(createIntent)
  const text = JSON.stringify(inputOf(draft))
  const now = useRef<Now>({ draft, text, stored, savedText: isRecovered ? '' : text, isBlocked: false, saving: null })
  useEffect(() => {
    now.current.draft = draft
    now.current.text = text
  })

  const store = useCallback(
    (next: Stored, savedText: string) => {
      clearBackup(account, now.current.stored)
      now.current.stored = next
      now.current.savedText = savedText
      // Typed on while the save was under way.
      if (now.current.text !== savedText) writeBackup(account, { draft: now.current.draft, stored: next })
      setStored(next)
      onStored(next)
    },
    [account, onStored],
  )

  const flush = useCallback(async (): Promise<void> => {
    const current = now.current
    await current.saving
    if (current.isBlocked || current.text === current.savedText || current.draft.header.idcCode === '') return
    const { text: savedText } = current
    const input = { ...inputOf(current.draft), ...addressOf(current.stored) }
    setState({ kind: 'saving' })
    current.saving = budgetApi
      .save(input, { idempotencyKey: saveIntent.keyFor(input), handles: true })
      .then(
        (saved) => {
          saveIntent.answered()
          store(saved, savedText)
          setState({ kind: 'saved', at: new Date() })
        },
        (cause: unknown) => {
          if (!(cause instanceof ApiError)) throw cause
          if (!cause.isUnanswered) saveIntent.answered()
          const isConflict = cause.status === 409
          now.current.isBlocked = isConflict
          setState({ kind: isConflict ? 'conflict' : 'failed', reason: reasonOf(cause) })
        },
      )
      .finally(() => {
        now.current.saving = null
      })
    await current.saving
  }, [saveIntent, store])

  useEffect(() => {
    if (text === now.current.savedText) {
      clearBackup(account, now.current.stored)
      return undefined
    }
    writeBackup(account, { draft: now.current.draft, stored: now.current.stored })
    if (now.current.isBlocked) return undefined
    setState((before) => (before.kind === 'saving' ? before : { kind: 'unsaved' }))
    const timer = setTimeout(() => void flush(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, flush, account])
  useSaveOnLeave(flush)
  useHeld(state, flush)

  const submit = useCallback(async (): Promise<Submitted> => {
    await now.current.saving
    try {
      const submitted = await submitNow(now.current, submitIntent)
      clearBackup(account, now.current.stored)
      const isStale = staleAfterAction([countryBudget.name])
      void cache.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
      return submitted
    } catch (cause) {
      if (now.current.isBlocked && cause instanceof ApiError) setState({ kind: 'conflict', reason: reasonOf(cause) })
      else if (cause instanceof ApiError && !cause.isUnanswered) void flush()
      throw cause
    }
  }, [cache, submitIntent, account, flush])

  const takeVersion = useCallback(
    (next: Stored, theirs: Draft | null) => {
      now.current.isBlocked = false
      store(next, theirs ? JSON.stringify(inputOf(theirs)) : '')
      setState({ kind: theirs ? 'clean' : 'unsaved' })
    },
    [store],
  )
  return { stored, state, flush, submit, takeVersion }
}

/** No save may slip in while a submit runs: the version that is submitted is the one that was read. It stays shut after a success or a conflict. */
async function submitNow(current: Now, intent: Intent): Promise<Submitted> {
  const input = { ...inputOf(current.draft), ...addressOf(current.stored) }
  current.isBlocked = true
  try {
    const submitted = await budgetApi.submit(input, { idempotencyKey: intent.keyFor(input), handles: [400, 409] })
    intent.answered()
    current.savedText = current.text
    return submitted
  } catch (cause) {
    if (cause instanceof ApiError && !cause.isUnanswered) intent.answered()
    current.isBlocked = cause instanceof ApiError && cause.refusal?.key === 'document.stale'
    throw cause
  }
}

/** The time in 'changed by A at 10:32' is the reader's, not the server's. */
function reasonOf(error: ApiError): string {
  const { refusal } = error
  if (refusal?.key !== 'document.stale') return error.message
  return kernelText('errors.document.stale', { ...refusal.params, at: formatTime(String(refusal.params['at'])) })
}

function addressOf(stored: Stored | null): { id?: string; version?: number } {
  return stored ? { id: stored.id, version: stored.version } : {}
}

/** While something is not stored, the end of the session covers the form instead of leaving it. */
function useHeld({ kind }: SaveState, flush: () => Promise<void>): void {
  const isHeld = kind !== 'clean' && kind !== 'saved'
  useEffect(() => {
    holdUnsaved('draft', isHeld ? [{ save: () => flush().then(() => true) }] : [])
    return () => holdUnsaved('draft', [])
  }, [isHeld, flush])
}

/** A phone leaves without asking: what is typed is stored when the page is hidden, another one opens, or the network is back. */
function useSaveOnLeave(flush: () => Promise<void>): void {
  useEffect(() => {
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') void flush()
    }
    const online = (): void => void flush()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('online', online)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('online', online)
      void flush()
    }
  }, [flush])
}

/** Refusals that are worth telling before a submit was tried: about what is filled in, not about what is still missing. */
export function spokenEarly(refusals: readonly WireRefusal[]): readonly WireRefusal[] {
  return refusals.filter(({ key }) => key !== 'document.required' && key !== 'document.noLines' && !INCOMPLETE.has(key))
}

/** Said of empty codes too, so only once a submit was tried. */
const INCOMPLETE = new Set([
  'budget.countryNotOfArea',
  'budget.projectUnknown',
  'budget.businessTypeUnknown',
  'budget.productLineUnknown',
  'budget.poolNotOfArea',
  'budget.departmentNotOfArea',
  'budget.poolNotFunded',
  'budget.budgetRequired',
  'budget.duplicateLine',
])
