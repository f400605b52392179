import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Refusal } from '#kernel/errors/errors.ts'
import { effectErrors } from './effects.errors.ts'

/** Another system that takes signed messages. */
export interface PushTarget {
  readonly url: string
  readonly secret: string
  readonly timeoutSeconds: number
}

export type PushOutcome =
  | { readonly kind: 'taken'; readonly reference: string | null }
  /** It may work later: nobody answered, or the other side said that it cannot now. */
  | { readonly kind: 'later'; readonly reason: Refusal; readonly afterSeconds: number | null }
  /** It was understood and refused: the same message would be refused again. */
  | { readonly kind: 'refused'; readonly reason: Refusal }

/** Answers that say 'not now' although they are of the 400s: time-out, too early, too many. */
const NOT_NOW = new Set([408, 425, 429])
const ANSWER_BYTES = 16_384
const SHOWN = 300

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`. The time keeps an old message from being played again. */
export function signature(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Sends one message. Whatever happens is an outcome; only an aborted `closing` throws. */
export async function push(
  target: PushTarget,
  message: { readonly key: string; readonly body: string; readonly at: Date },
  closing: AbortSignal,
): Promise<PushOutcome> {
  const timeout = AbortSignal.timeout(target.timeoutSeconds * 1000)
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': message.key,
        'x-signature': signature(target.secret, Math.floor(message.at.getTime() / 1000), message.body),
      },
      body: message.body,
      // A message that is signed for one address is not sent on to another.
      redirect: 'manual',
      signal: AbortSignal.any([timeout, closing]),
    })
    return outcomeOf(response, await beginningOf(response))
  } catch (error) {
    closing.throwIfAborted()
    const reason = timeout.aborted
      ? effectErrors.timeout({ seconds: target.timeoutSeconds })
      : effectErrors.unreachable({ cause: causeOf(error) })
    return { kind: 'later', reason, afterSeconds: null }
  }
}

function outcomeOf(response: Response, text: string): PushOutcome {
  const { status } = response
  if (response.ok) return { kind: 'taken', reference: referenceOf(text) }
  if (status >= 500 || NOT_NOW.has(status))
    return { kind: 'later', reason: effectErrors.unavailable({ status }), afterSeconds: retryAfter(response) }
  return { kind: 'refused', reason: effectErrors.refused({ status, answer: text.slice(0, SHOWN) }) }
}

/** An answer of another system is not trusted to be short. */
async function beginningOf(response: Response): Promise<string> {
  if (!response.body) return ''
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > ANSWER_BYTES) break
  }
  return text.slice(0, ANSWER_BYTES).replaceAll('\u0000', '').trim()
}

function referenceOf(text: string): string | null {
  try {
    const { reference } = JSON.parse(text) as { reference?: unknown }
    return typeof reference === 'string' || typeof reference === 'number' ? String(reference).slice(0, 200) : null
  } catch {
    // It says nothing of its own about the message; that it took it is enough.
    return null
  }
}

/** In seconds; a date there is rare and not worth a clock of its own. */
function retryAfter(response: Response): number | null {
  const text = response.headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

function causeOf(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause
  const named = cause?.code ?? cause?.message
  return typeof named === 'string' ? named.slice(0, SHOWN) : (error as Error).name
}

/** Waits, or until the process is to end. */
export function pause(milliseconds: number, closing: AbortSignal): Promise<unknown> {
  return sleep(milliseconds, undefined, { signal: closing }).catch(() => undefined)
}
