import { hmacOf, isSameSignature, secretsOf } from '#kernel/platform/outgoing/hmac.ts'

/** How a receiver verifies a call: documented in docs/chat-webhook.md. */
export const HEADERS = {
  id: 'x-notification-id',
  timestamp: 'x-notification-timestamp',
  signature: 'x-notification-signature',
} as const

/** Maximum age of a signed call; an older one may be a replay. */
export const REPLAY_SECONDS = 300

/**
 * `sha256=` and the HMAC over `<timestamp>.<body>` in hexadecimal; two separated by a space during a rotation of secrets.
 */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return secretsOf(secret)
    .map((each) => `sha256=${hmacOf(each, `${timestamp}.${body}`, 'hex')}`)
    .join(' ')
}

/** Verifies a call as a receiver does; for tests, and as an example for receivers. */
export function isGenuine(
  secret: string,
  call: { readonly timestamp: string; readonly signature: string; readonly body: string },
  now: Date,
): boolean {
  const age = now.getTime() / 1000 - Number(call.timestamp)
  if (!(Math.abs(age) <= REPLAY_SECONDS)) return false
  const own = signatureOf(secret, call.timestamp, call.body).split(' ')
  return call.signature.split(' ').some((given) => own.some((each) => isSameSignature(each, given)))
}
