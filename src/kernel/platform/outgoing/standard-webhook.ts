import { hmacOf, isSameSignature } from './hmac.ts'

/** Headers of the Standard Webhooks specification (docs/webhooks.md). */
export const WEBHOOK_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const

/** Maximum age of a signed message; an older one may be a replay. */
export const REPLAY_SECONDS = 300

const PREFIX = 'whsec_'
const KEY_BYTES = { least: 24, most: 64 } as const

/** The keys of space-separated `whsec_…` secrets, the newest first; null where one is invalid. */
export function webhookKeys(secret: string): readonly Buffer[] | null {
  const keys = secret
    .trim()
    .split(/\s+/)
    .map((each) => {
      const text = each.startsWith(PREFIX) ? each.slice(PREFIX.length) : ''
      const key = Buffer.from(text, 'base64')
      const isKey = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')
      return isKey && key.length >= KEY_BYTES.least && key.length <= KEY_BYTES.most ? key : null
    })
  return keys.every((key) => key !== null) ? keys : null
}

interface Signed {
  readonly id: string
  /** Seconds since 1970, of this attempt. */
  readonly timestamp: string
  readonly body: string
}

function signatureOf(key: Buffer, { id, timestamp, body }: Signed): string {
  return `v1,${hmacOf(key, `${id}.${timestamp}.${body}`, 'base64')}`
}

/** The headers of one attempt, signed with every key: during a rotation each side knows one of them. */
export function webhookHeaders(
  keys: readonly Buffer[],
  message: { readonly id: string; readonly body: string; readonly at: Date },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  return {
    [WEBHOOK_HEADERS.id]: message.id,
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.signature]: keys.map((key) => signatureOf(key, { ...message, timestamp })).join(' '),
  }
}

/** Verifies a message as a receiver does; for the demonstration and tests, and as an example for receivers. */
export function isGenuineWebhook(
  keys: readonly Buffer[],
  message: Signed & { readonly signature: string },
  now: Date,
): boolean {
  const age = now.getTime() / 1000 - Number(message.timestamp)
  if (!(Math.abs(age) <= REPLAY_SECONDS)) return false
  const given = message.signature.split(' ')
  return keys.some((key) => given.some((each) => isSameSignature(signatureOf(key, message), each)))
}
