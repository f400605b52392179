import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 of a text, as all our signatures are. */
export function hmacOf(secret: string | Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', secret).update(text).digest(encoding)
}

/** Compares without telling by its duration how much was right. */
export function isSameSignature(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The secrets of a setting, the newest first: while one is replaced, each side knows one of the two. */
export function secretsOf(setting: string): readonly string[] {
  return setting.trim().split(/\s+/)
}
