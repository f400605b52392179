import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 of a text, used by all our signatures. */
export function hmacOf(secret: string | Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', secret).update(text).digest(encoding)
}

/** Compares in constant time. */
export function isSameSignature(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The secrets of a setting, the newest first: during a rotation each side knows one of the two. */
export function secretsOf(setting: string): readonly string[] {
  return setting.trim().split(/\s+/)
}
