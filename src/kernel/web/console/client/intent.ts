import { ApiError } from './api.ts'

/**
 * The Idempotency-Key of one intent of the user. Until an answer comes, the same content has the same key, so pressing
 * again after a network failure never acts twice; other content, or an answer, begins a new intent.
 */
export interface RequestIntent {
  keyFor(content: unknown): string
  /** Call when an answer arrived, success or refusal. */
  answered(): void
}

export function createIntent(): RequestIntent {
  let key: string | null = null
  let contentText = ''
  return {
    keyFor(content) {
      const text = JSON.stringify(content)
      if (key === null || text !== contentText) {
        key = newKey()
        contentText = text
      }
      return key
    },
    answered() {
      key = null
    },
  }
}

/** Sends with the key of an intent. An answer ends the intent; no answer keeps it for the repeat. */
export async function underIntent<T>(
  intent: RequestIntent,
  content: unknown,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  try {
    const answer = await send(intent.keyFor(content))
    intent.answered()
    return answer
  } catch (cause) {
    if (cause instanceof ApiError && !cause.isUnanswered) intent.answered()
    throw cause
  }
}

/**
 * `crypto.randomUUID` exists only in secure contexts, but the product may be served over plain http in an internal network.
 */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
