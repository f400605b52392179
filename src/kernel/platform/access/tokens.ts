import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, fit for an address or a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token: who reads the table cannot sign in with it. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Compares in a time that does not tell where the two differ. */
export function sameToken(given: string | undefined, expected: string): boolean {
  return given !== undefined && timingSafeEqual(tokenHash(given), tokenHash(expected))
}
