import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { BatchDecision, DryRunItem } from '#kernel/services/tasks/batch-wire.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { ApiError } from '../client/api.ts'
import { createIntent, type RequestIntent } from '../client/intent.ts'
import { queryClient } from '../client/query-client.ts'
import { staleAfterAction } from '../client/query-keys.ts'
import { useKeptText } from '../use-kept-text.ts'
import { itemOf, tasksApi } from './tasks-api.ts'

/** Progress of one item of a batch. `unanswered`: sent, with unknown result. */
export type ItemState =
  | { readonly kind: 'waiting' | 'running' | 'done' | 'unanswered' }
  | { readonly kind: 'refused'; readonly msg: string }

const WAITING: ItemState = { kind: 'waiting' }

export interface Batch {
  readonly decision: BatchDecision
  readonly rows: readonly InboxRow[]
  readonly dryRun: ReturnType<typeof useDryRun>
  readonly phase: 'ready' | 'running' | 'stopped' | 'finished'
  readonly opinion: string
  readonly setOpinion: (text: string) => void
  /** Opinions of single items; others use the batch's opinion. */
  readonly own: ReadonlyMap<string, string>
  readonly setOwn: (taskId: string, text: string | null) => void
  readonly isIncluded: (taskId: string) => boolean
  readonly toggle: (taskId: string) => void
  readonly stateOf: (taskId: string) => ItemState
  readonly included: readonly InboxRow[]
  readonly doneCount: number
  readonly failed: readonly InboxRow[]
  /** Whether a required opinion is missing; known after the first try. */
  readonly isMissing: boolean
  readonly start: () => void
  readonly retry: () => void
}

function useDryRun(decision: BatchDecision, rows: readonly InboxRow[]) {
  const items = useMemo(() => rows.map(itemOf), [rows])
  const query = useQuery({
    queryKey: ['dryRun', decision, items],
    queryFn: ({ signal }) => tasksApi.performDryRun(decision, items, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const byTask = useMemo(
    () => new Map((query.data?.items ?? []).map((item): [string, DryRunItem] => [item.taskId, item])),
    [query.data],
  )
  return {
    view: query.data ?? null,
    byTask,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    again: () => void query.refetch(),
  }
}

/**
 * Decisions over many tasks, one call after another, each with a key of its own: each is done once, whatever the
 * network does. A missing answer stops the run, since the next call would fail too; continuing repeats the same keys.
 */
export function useBatch(decision: BatchDecision, rows: readonly InboxRow[]): Batch {
  const dryRun = useDryRun(decision, rows)
  const [opinion, setOpinion] = useKeptText(`batch ${decision}`)
  const [own, setOwnTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [states, setStates] = useState<ReadonlyMap<string, ItemState>>(new Map())
  const [phase, setPhase] = useState<Batch['phase']>('ready')
  const [isTried, setTried] = useState(false)
  const intents = useRef(new Map<string, RequestIntent>())
  const isRunning = useRef(false)
  const isPossible = (taskId: string): boolean => dryRun.byTask.get(taskId)?.problem === null
  const included = rows.filter(({ taskId }) => isPossible(taskId) && !left.has(taskId))
  const stateOf = (taskId: string): ItemState => states.get(taskId) ?? WAITING
  const put = (taskId: string, state: ItemState): void => setStates((all) => new Map(all).set(taskId, state))
  const textOf = (taskId: string): string => (own.get(taskId) ?? opinion).trim()
  const lacks = (of: readonly InboxRow[]): boolean => of.some(({ taskId }) => textOf(taskId) === '')

  /** False where no answer came: the rest waits for the network. */
  const decideOne = async (row: InboxRow): Promise<boolean> => {
    const item = { ...itemOf(row), opinion: textOf(row.taskId) }
    const intent = intents.current.get(row.taskId) ?? createIntent()
    intents.current.set(row.taskId, intent)
    put(row.taskId, { kind: 'running' })
    try {
      const [result] = await tasksApi.decide(decision, item, intent.keyFor([decision, item]))
      intent.answered()
      put(row.taskId, result?.isDone ? { kind: 'done' } : { kind: 'refused', msg: result?.problem?.msg ?? '' })
      return true
    } catch (cause) {
      const isSilent = !(cause instanceof ApiError) || cause.isUnanswered
      if (!isSilent) intent.answered()
      put(row.taskId, isSilent ? { kind: 'unanswered' } : { kind: 'refused', msg: cause.message })
      return !isSilent
    }
  }

  const run = async (of: readonly InboxRow[]): Promise<void> => {
    if (isRunning.current) return
    setTried(true)
    if (of.length === 0 || lacks(of)) return
    isRunning.current = true
    setPhase('running')
    let goesOn = true
    for (const row of of) {
      goesOn = await decideOne(row)
      if (!goesOn) break
    }
    isRunning.current = false
    setPhase(goesOn ? 'finished' : 'stopped')
    if (goesOn) setOpinion('')
    const isStale = staleAfterAction([...new Set(rows.map(({ documentType }) => documentType))])
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey) })
  }

  const open = included.filter(({ taskId }) => stateOf(taskId).kind !== 'done')
  return {
    decision,
    rows,
    dryRun,
    phase,
    opinion,
    setOpinion,
    own,
    setOwn: (taskId, text) =>
      setOwnTexts((all) => {
        const next = new Map(all)
        if (text === null) next.delete(taskId)
        else next.set(taskId, text)
        return next
      }),
    isIncluded: (taskId) => isPossible(taskId) && !left.has(taskId),
    toggle: (taskId) =>
      setLeft((all) => (all.has(taskId) ? all.difference(new Set([taskId])) : new Set([...all, taskId]))),
    stateOf,
    included,
    doneCount: included.filter(({ taskId }) => stateOf(taskId).kind === 'done').length,
    failed: included.filter(({ taskId }) => ['refused', 'unanswered'].includes(stateOf(taskId).kind)),
    isMissing: isTried && phase === 'ready' && lacks(included),
    start: () => void run(open),
    retry: () => void run(open),
  }
}
