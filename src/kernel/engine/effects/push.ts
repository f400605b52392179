import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Answer, callOut } from '#kernel/platform/outgoing/call.ts'
import { hmacOf, isSameSignature, secretsOf } from '#kernel/platform/outgoing/hmac.ts'
import { parseRemoteJson } from '#kernel/platform/outgoing/remote-json.ts'
import { retryAfter, verdictOf } from '#kernel/platform/outgoing/verdict.ts'
import { effectErrors } from './effects.errors.ts'

/** Another system that receives signed messages. */
export interface PushTarget {
  readonly url: string
  readonly secret: string
  readonly timeoutSeconds: number
}

export type PushOutcome =
  | { readonly kind: 'taken'; readonly reference: string | null }
  /** It may work later: no answer, or the other side answered that it cannot now. */
  | { readonly kind: 'later'; readonly reason: Refusal; readonly afterSeconds: number | null }
  /** The message was understood and refused, and would be refused again. */
  | { readonly kind: 'refused'; readonly reason: Refusal }

const ANSWER_BYTES = 16_384
const SHOWN = 300

/**
 * `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`. The time prevents replays. During a rotation of secrets
 * there are two `v1`, the newer first.
 */
export function signature(secret: string, seconds: number, body: string): string {
  return [`t=${seconds}`, ...proofs(secret, seconds, body)].join(',')
}

function proofs(secret: string, seconds: number, body: string): readonly string[] {
  return secretsOf(secret).map((each) => `v1=${hmacOf(each, `${seconds}.${body}`, 'hex')}`)
}

/** Whether a signature was made with one of our secrets; the caller checks its age. */
export function isSigned(secret: string, given: string, seconds: number, body: string): boolean {
  const [, ...found] = given.split(',')
  return proofs(secret, seconds, body).some((own) => found.some((each) => isSameSignature(own, each)))
}

/** Sends one message. Every outcome is returned; only an aborted `closing` throws. */
export async function push(
  target: PushTarget,
  message: { readonly key: string; readonly body: string; readonly at: Date },
  closing: AbortSignal,
): Promise<PushOutcome> {
  const answer = await callOut({
    method: 'POST',
    url: target.url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'idempotency-key': message.key,
      'x-signature': signature(target.secret, Math.floor(message.at.getTime() / 1000), message.body),
    },
    body: message.body,
    timeoutMs: target.timeoutSeconds * 1000,
    maxBytes: ANSWER_BYTES,
    closing,
  })
  return outcomeOf(target, answer)
}

function outcomeOf({ timeoutSeconds }: PushTarget, answer: Answer): PushOutcome {
  if (answer.kind === 'forbidden') return { kind: 'refused', reason: effectErrors.fault() }
  if (answer.kind !== 'answered') {
    const { cause, isTimeout } = answer
    const reason = isTimeout ? effectErrors.timeout({ seconds: timeoutSeconds }) : effectErrors.unreachable({ cause })
    return { kind: 'later', reason, afterSeconds: null }
  }
  const { status, text, header } = answer
  switch (verdictOf(status)) {
    case 'taken':
      return { kind: 'taken', reference: referenceOf(text) }
    case 'later':
      return {
        kind: 'later',
        reason: effectErrors.unavailable({ status }),
        afterSeconds: retryAfter(header('retry-after')),
      }
    case 'refused':
      return { kind: 'refused', reason: effectErrors.refused({ status, answer: text.slice(0, SHOWN) }) }
  }
}

/** The other system's reference, where its answer has one. */
export function referenceOf(text: string): string | null {
  // Where its answer has no verdict on the message, a success status is enough.
  const reference = parseRemoteJson(text)?.['reference']
  return typeof reference === 'string' || typeof reference === 'number' ? String(reference).slice(0, 200) : null
}
