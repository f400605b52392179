import { hmacOf, isSameSignature } from '#kernel/outgoing/hmac.ts'

/** What a receiver needs to believe a call: documented in docs/chat-webhook.md. */
export const HEADERS = {
  id: 'x-notification-id',
  timestamp: 'x-notification-timestamp',
  signature: 'x-notification-signature',
} as const

/** A call that was signed longer ago was kept and sent again by somebody else. */
export const REPLAY_SECONDS = 300

/** `sha256=` and the HMAC over `<timestamp>.<body>` in hexadecimal. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `sha256=${hmacOf(secret, `${timestamp}.${body}`, 'hex')}`
}

/** What a receiver does with a call; here for tests, and as the example to write one's own after. */
export function isGenuine(
  secret: string,
  call: { readonly timestamp: string; readonly signature: string; readonly body: string },
  now: Date,
): boolean {
  const age = now.getTime() / 1000 - Number(call.timestamp)
  if (!(Math.abs(age) <= REPLAY_SECONDS)) return false
  return isSameSignature(signatureOf(secret, call.timestamp, call.body), call.signature)
}
