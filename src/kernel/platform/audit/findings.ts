import type { BadRow } from './bad-row.ts'

/** Verification names so many rows: a history that is wrong as a whole needs no list. */
const MOST_FINDINGS = 1_000
/** What a leaf of a checkpoint keeps of an entry's hash. */
const KEPT_BYTES = 8

/** What verification found. One change often shows in several rows; only the row that was changed is named. */
export interface Findings {
  readonly rows: readonly BadRow[]
  /** So much was found that there is no sense in looking at the rest. */
  readonly isFull: boolean
  /** The first finding about a row counts. */
  add(row: BadRow): void
  /** The hash, or what a checkpoint kept of it, of an entry that is gone or another now: rows that refer to it are right to do so. */
  addLostHash(hash: Buffer): void
  /** The hash that an entry has wrongly: rows that do not refer to it are right not to do so. */
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
