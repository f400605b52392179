import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A token of 256 random bits, safe in an address or a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token: reading the table is not enough to sign in with it. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Compares in constant time. */
export function sameToken(given: string | undefined, expected: string): boolean {
  return given !== undefined && timingSafeEqual(tokenHash(given), tokenHash(expected))
}
