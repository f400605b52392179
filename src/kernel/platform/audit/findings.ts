import type { BadRow } from './bad-row.ts'

/** Verification reports at most so many rows: a history that is wrong as a whole needs no list. */
const MOST_FINDINGS = 1_000
/** Bytes of an entry's hash that a checkpoint's leaf keeps. */
const KEPT_BYTES = 8

/** The result of a verification. One change often shows in several rows; only the changed row is reported. */
export interface Findings {
  readonly rows: readonly BadRow[]
  /** The limit is reached, so the rest need not be read. */
  readonly isFull: boolean
  /** The first finding about a row wins. */
  add(row: BadRow): void
  /** Remembers the hash, or its kept part, of an entry that was removed or changed: rows that refer to it are correct. */
  addLostHash(hash: Buffer): void
  /** Remembers a wrong hash of an entry: rows that do not refer to it are correct. */
  addWrongHash(hash: Buffer): void
  isLost(hash: Buffer | null): boolean
  isWrong(hash: Buffer | null): boolean
}

export function collectFindings(): Findings {
  const rows = new Map<string, BadRow>()
  const lost = new Set<string>()
  const wrong = new Set<string>()
  const keyOf = (hash: Buffer) => hash.toString('hex', 0, KEPT_BYTES)
  return {
    get rows() {
      return [...rows.values()]
    },
    get isFull() {
      return rows.size >= MOST_FINDINGS
    },
    add(row) {
      const key = `${row.table} ${row.id}`
      if (!rows.has(key) && rows.size < MOST_FINDINGS) rows.set(key, row)
    },
    addLostHash: (hash) => void lost.add(keyOf(hash)),
    addWrongHash: (hash) => void wrong.add(keyOf(hash)),
    isLost: (hash) => hash !== null && lost.has(keyOf(hash)),
    isWrong: (hash) => hash !== null && wrong.has(keyOf(hash)),
  }
}
