import { hmacOf, isSameSignature, secretsOf } from '#kernel/platform/outgoing/hmac.ts'

/** What a receiver needs to believe a call: documented in docs/chat-webhook.md. */
export const HEADERS = {
  id: 'x-notification-id',
  timestamp: 'x-notification-timestamp',
  signature: 'x-notification-signature',
} as const

/** A call that was signed longer ago was kept and sent again by somebody else. */
export const REPLAY_SECONDS = 300

/** `sha256=` and the HMAC over `<timestamp>.<body>` in hexadecimal; two with a space between them while a secret is replaced. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return secretsOf(secret)
    .map((each) => `sha256=${hmacOf(each, `${timestamp}.${body}`, 'hex')}`)
    .join(' ')
}

/** What a receiver does with a call; here for tests, and as the example to write one's own after. */
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
