import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type PushTarget, referenceOf, signature } from '#kernel/engine/effects/push.ts'
import { type Answer, callOut } from '#kernel/platform/outgoing/call.ts'
import { parseRemoteJson } from '#kernel/platform/outgoing/remote-json.ts'
import { retryAfter, verdictOf } from '#kernel/platform/outgoing/verdict.ts'
import { reserveErrors } from '#kernel/engine/reserve/reserve.errors.ts'
import type { ReserveEffect } from '#kernel/engine/reserve/reserve-states.ts'

/** A system that follows our reserves: called at its address, queried below it by the key. */
export interface ReserveTarget extends PushTarget {
  /** Minutes until an unconfirmed reserve is given up. */
  readonly deadlineMinutes: number
}

export type ReserveOutcome =
  | { readonly kind: 'accepted'; readonly reference: string | null }
  /** The request was understood and refused, and would be refused again. */
  | { readonly kind: 'refused'; readonly reason: Refusal }
  /** It may work later. `isUnsure`: it may have worked now. */
  | {
      readonly kind: 'later'
      readonly reason: Refusal
      readonly afterSeconds: number | null
      readonly isUnsure: boolean
    }
  /** Queried by its key, the other system does not know it. */
  | { readonly kind: 'missing' }
  /** There was nothing left to send. */
  | { readonly kind: 'dropped' }

const ANSWER_BYTES = 16_384
const SHOWN = 300

/** Tells the other system to hold or release. Only an aborted `closing` throws. */
export async function tellSystem(
  target: ReserveTarget,
  message: { readonly key: string; readonly body: string; readonly at: Date },
  closing: AbortSignal,
): Promise<ReserveOutcome> {
  const answer = await callOut({
    method: 'POST',
    url: target.url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'idempotency-key': message.key,
      'x-signature': signature(target.secret, seconds(message.at), message.body),
    },
    body: message.body,
    timeoutMs: target.timeoutSeconds * 1000,
    maxBytes: ANSWER_BYTES,
    closing,
  })
  if (answer.kind !== 'answered') return unheard(target, answer, answer.kind === 'unanswered')
  const { status, text, header } = answer
  switch (verdictOf(status)) {
    case 'taken':
      // It has accepted the request and will decide: it is queried, or reports by itself.
      return status === 202 ? deciding(header('retry-after')) : { kind: 'accepted', reference: referenceOf(text) }
    case 'later':
      return {
        kind: 'later',
        reason: reserveErrors.unavailable({ status }),
        afterSeconds: retryAfter(header('retry-after')),
        // An error there may come after the deed; a busy system has not begun.
        isUnsure: status >= 500 && status !== 503,
      }
    case 'refused':
      return { kind: 'refused', reason: reserveErrors.refused({ status, answer: text.slice(0, SHOWN) }) }
  }
}

/** Queries by key what became of a message that may have arrived: a time-out means unknown, not failed. */
export async function askSystem(
  target: ReserveTarget,
  key: string,
  effect: ReserveEffect,
  at: Date,
  closing: AbortSignal,
): Promise<ReserveOutcome> {
  const answer = await callOut({
    method: 'GET',
    url: `${target.url.replace(/\/$/, '')}/${encodeURIComponent(key)}`,
    headers: { 'idempotency-key': key, 'x-signature': signature(target.secret, seconds(at), key) },
    timeoutMs: target.timeoutSeconds * 1000,
    maxBytes: ANSWER_BYTES,
    closing,
  })
  if (answer.kind !== 'answered') return unheard(target, answer, true)
  const { status, text, header } = answer
  if (status === 404 || status === 410) return { kind: 'missing' }
  if (verdictOf(status) !== 'taken')
    return { kind: 'later', reason: reserveErrors.unavailable({ status }), afterSeconds: null, isUnsure: true }
  const { state, reason } = saidOf(text)
  if (state === 'refused')
    return { kind: 'refused', reason: reserveErrors.refused({ status, answer: reason.slice(0, SHOWN) }) }
  const done = effect === 'occupy' ? 'occupied' : 'released'
  return state === done ? { kind: 'accepted', reference: referenceOf(text) } : deciding(header('retry-after'))
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

function deciding(after: string): ReserveOutcome {
  return { kind: 'later', reason: reserveErrors.deciding(), afterSeconds: retryAfter(after), isUnsure: true }
}

function unheard(
  { timeoutSeconds }: ReserveTarget,
  answer: Exclude<Answer, { kind: 'answered' }>,
  isUnsure: boolean,
): ReserveOutcome {
  if (answer.kind === 'forbidden') return { kind: 'refused', reason: reserveErrors.fault() }
  const { cause, isTimeout } = answer
  const reason = isTimeout ? reserveErrors.timeout({ seconds: timeoutSeconds }) : reserveErrors.unreachable({ cause })
  return { kind: 'later', reason, afterSeconds: null, isUnsure }
}

/** The body of an answer, where it has the agreed form; otherwise it is neither yes nor no. */
function saidOf(text: string): { readonly state: string; readonly reason: string } {
  const { state, reason } = parseRemoteJson(text) ?? {}
  return { state: typeof state === 'string' ? state : '', reason: typeof reason === 'string' ? reason : '' }
}
