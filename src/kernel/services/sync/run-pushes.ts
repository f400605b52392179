import { reading, transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { PUSH_TABLE, type PushEvent } from '#kernel/platform/outgoing/push-states.ts'
import { retryAfter, verdictOf } from '#kernel/platform/outgoing/verdict.ts'
import type { Outside } from './outbound-client.ts'
import { keptReason, reasonOf } from './outbound-client.ts'
import { withBodies } from './push-body.ts'
import {
  claimPushes,
  dueSystems,
  giveBackPush,
  markAccepted,
  markFailed,
  type PushRow,
  type PushSystem,
} from './push-store.ts'
import { nextAttempt } from './retry-policy.ts'
import { syncErrors } from './sync.errors.ts'
import { syncChanged } from './take-changes.ts'

export interface SyncServices {
  readonly pool: TransactionPool
  readonly outside: Outside
  readonly now: () => Date
}

/** Concurrent pushes of one system in one process. */
const AT_ONCE = 16
/** An attempt that has not ended after its time-out plus this much was lost with its process. */
const GRACE_SECONDS = 10
const ANSWER_BYTES = 16_384
const SHOWN = 300

type Outcome =
  | { readonly kind: 'accepted'; readonly reference: string | null }
  /** It would be refused again. */
  | { readonly kind: 'refused'; readonly reason: Refusal }
  /** It did not arrive, or was deferred. */
  | {
      readonly kind: 'later'
      readonly reason: Refusal
      readonly afterSeconds: number | null
      readonly isOutage: boolean
    }
  /** It may have arrived: the other system is queried before it is sent again. */
  | { readonly kind: 'unanswered'; readonly reason: Refusal }
  /** Queried by its id, the other system does not know it. */
  | { readonly kind: 'missing'; readonly reason: Refusal }

type Lane = 'more' | 'done' | 'outage'

/** Systems with pushes due now. */
export function systemsWithPushes({ pool, now }: SyncServices): Promise<PushSystem[]> {
  return reading(pool, (tx) => tx.rows(dueSystems(now())))
}

/** Sends one system's due pushes, a bounded number in parallel. */
export async function pushTo(services: SyncServices, system: PushSystem, closing: AbortSignal): Promise<Lane> {
  const { pool, now } = services
  const at = now()
  // Query and message: two calls at most.
  const lease = new Date(at.getTime() + (system.timeout_seconds * 2 + GRACE_SECONDS) * 1000)
  const { claimed, ready } = await transaction(pool, async (tx) => {
    const rows = await tx.rows(claimPushes(at, lease, AT_ONCE, system.system_code))
    return { claimed: rows.length, ready: await withBodies(tx, rows, at) }
  })
  const outcomes = await Promise.all(ready.map((push) => attempt(services, system, push, closing)))
  if (claimed > 0) await transaction(pool, (tx) => tx.run(syncChanged(['syncPush']))).catch(() => undefined)
  const isOutage = outcomes.length > 0 && outcomes.every((outcome) => outcome?.kind === 'later' && outcome.isOutage)
  return isOutage ? 'outage' : claimed === AT_ONCE ? 'more' : 'done'
}

type Ready = PushRow & { readonly body: string }

async function attempt(
  services: SyncServices,
  system: PushSystem,
  push: Ready,
  closing: AbortSignal,
): Promise<Outcome | null> {
  const outcome = await askOrTell(services, system, push, closing).catch((error: unknown): Outcome | null => {
    if (closing.aborted) return null
    console.error(`push ${push.message_id}: ${(error as Error).stack ?? String(error)}`)
    return { kind: 'later', reason: syncErrors.fault(), afterSeconds: null, isOutage: false }
  })
  // A push whose result cannot be recorded now is taken up again after its lease.
  await transaction(services.pool, (tx) => tx.run(statementOf(push, outcome, services.now()))).catch((error: unknown) =>
    console.error(`push ${push.message_id}: ${(error as Error).message}`),
  )
  return outcome
}

/** Where it may have arrived the other system is queried, if it can be. */
function askOrTell(services: SyncServices, system: PushSystem, push: Ready, closing: AbortSignal): Promise<Outcome> {
  return push.is_unsure && system.query_path !== null
    ? ask(services, system, push, closing, system.query_path)
    : tell(services, system, push, closing)
}

async function tell(
  { outside, now }: SyncServices,
  system: PushSystem,
  push: Ready,
  closing: AbortSignal,
): Promise<Outcome> {
  const call = {
    method: 'POST',
    path: push.path,
    id: push.message_id,
    body: push.body,
    maxBytes: ANSWER_BYTES,
    closing,
  } as const
  const answer = await outside.call(system, call, now())
  if (answer.kind === 'untried') return { kind: 'later', reason: answer.reason, afterSeconds: null, isOutage: true }
  if (answer.kind === 'forbidden') return { kind: 'refused', reason: reasonOf(answer, system) }
  if (answer.kind === 'unanswered') return { kind: 'unanswered', reason: reasonOf(answer, system) }
  if (answer.kind === 'unreachable')
    return { kind: 'later', reason: reasonOf(answer, system), afterSeconds: null, isOutage: true }
  const { status, text, header } = answer
  switch (verdictOf(status)) {
    case 'taken':
      // It was accepted for a later decision, if that can be queried.
      return status === 202 && system.query_path !== null
        ? { kind: 'unanswered', reason: syncErrors.deciding() }
        : { kind: 'accepted', reference: saidOf(text).reference }
    case 'later': {
      const afterSeconds = retryAfter(header('retry-after'))
      return { kind: 'later', reason: syncErrors.unavailable({ status }), afterSeconds, isOutage: false }
    }
    case 'refused':
      return { kind: 'refused', reason: syncErrors.refused({ status, answer: text.slice(0, SHOWN) }) }
  }
}

async function ask(
  { outside, now }: SyncServices,
  system: PushSystem,
  push: Ready,
  closing: AbortSignal,
  queryPath: string,
): Promise<Outcome> {
  const path = queryPath.replaceAll('{id}', push.message_id)
  const answer = await outside.call(
    system,
    { method: 'GET', path, id: push.message_id, maxBytes: ANSWER_BYTES, closing },
    now(),
  )
  if (answer.kind === 'untried') return { kind: 'unanswered', reason: answer.reason }
  if (answer.kind !== 'answered') return { kind: 'unanswered', reason: reasonOf(answer, system) }
  const { status, text } = answer
  if (status === 404 || status === 410) return { kind: 'missing', reason: syncErrors.missing() }
  if (verdictOf(status) !== 'taken') return { kind: 'unanswered', reason: syncErrors.unavailable({ status }) }
  const { state, reference, reason } = saidOf(text)
  if (status === 202 || state === 'processing') return { kind: 'unanswered', reason: syncErrors.deciding() }
  if (state === 'refused') return { kind: 'refused', reason: syncErrors.refused({ status, answer: reason ?? '' }) }
  return { kind: 'accepted', reference }
}

/** The body of an answer, where it has the agreed form. */
function saidOf(text: string): {
  readonly state: string | null
  readonly reference: string | null
  readonly reason: string | null
} {
  let said: Readonly<Record<string, unknown>> = {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) said = parsed as Readonly<Record<string, unknown>>
  } catch {
    // Without a body the status is enough.
  }
  const textOf = (name: string) => {
    const value = said[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, SHOWN) : null
  }
  return { state: textOf('state'), reference: textOf('reference'), reason: textOf('reason') }
}

/** The state after an event of a running push (domain.md 7.4). */
function after(event: PushEvent) {
  const state = PUSH_TABLE.pushing[event]
  if (!state) throw new Error(`a push under way knows no ${event}`)
  return state
}

function statementOf(push: Ready, outcome: Outcome | null, now: Date) {
  const { message_id: key, attempts, asked_at: askedAt } = push
  const again = (afterSeconds: number | null = null) => nextAttempt(push, { key, attempts, askedAt, now }, afterSeconds)
  // Stopping is no failure of the other side, which may have received all of it.
  if (outcome === null) return giveBackPush(push.id, push.run, now, true)
  switch (outcome.kind) {
    case 'accepted':
      return markAccepted(push.id, outcome.reference, now)
    case 'refused':
      return markFailed(
        push,
        { state: after('refused'), next: null, error: keptReason(outcome.reason), isUnsure: false },
        now,
      )
    case 'later':
    case 'missing': {
      const next = again(outcome.kind === 'later' ? outcome.afterSeconds : null)
      const failed = after(outcome.kind === 'later' ? 'refused' : 'missing')
      // An automatic retry is one transition with its failure.
      const state = next === null ? failed : (PUSH_TABLE[failed].retry ?? failed)
      return markFailed(
        push,
        { state, next, error: keptReason(outcome.reason), isUnsure: push.is_unsure && outcome.kind === 'later' },
        now,
      )
    }
    case 'unanswered': {
      const next = again()
      const state = next === null ? after('missing') : after('unanswered')
      return markFailed(push, { state, next, error: keptReason(outcome.reason), isUnsure: true }, now)
    }
  }
}
