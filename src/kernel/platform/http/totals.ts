import { createHash } from 'node:crypto'
import { canonicalJson } from '#kernel/platform/audit/audit.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** Totals are exact up to this; beyond it a list says `1,000,000+`. */
export const TOTAL_LIMIT = 1_000_000

export interface Total {
  readonly recordTotal: number
  /** There are more than `recordTotal`. */
  readonly capped: boolean
  readonly asOf: string
}

/** The key of a total: the list's kind, its filters and the reader's organisations. */
export interface TotalAddress {
  readonly kind: string
  readonly filters: unknown
  readonly scope: unknown
}

const readTotal = prepared<{ total: number; at: Date }>(
  'totals.read',
  `select t.total, t.at from list_total t
   where t.key = $1 and t.mark = coalesce((select mark from change_mark where kind = $2), 0)`,
)
export const readMark = prepared<{ mark: string }>(
  'totals.mark',
  `select coalesce((select mark from change_mark where kind = $1), 0)::text as mark`,
)
const keepTotal = prepared<{ at: Date }>(
  'totals.keep',
  `insert into list_total (key, mark, total) values ($1, $2, $3)
   on conflict (key) do update set mark = excluded.mark, total = excluded.total, at = now() returning at`,
)

export function addressKey(address: TotalAddress): string {
  return createHash('sha256')
    .update(canonicalJson([address.kind, address.filters, address.scope]))
    .digest('base64url')
}

function answer(total: number, at: Date): Total {
  const capped = total > TOTAL_LIMIT
  return { recordTotal: capped ? TOTAL_LIMIT : total, capped, asOf: at.toISOString() }
}

/** The cached total, if nothing of this kind has changed since; a page shows it without requesting a count. */
export async function knownTotal(tx: Tx, address: TotalAddress): Promise<Total | null> {
  const row = await tx.first(readTotal(addressKey(address), address.kind))
  return row ? answer(row.total, row.at) : null
}

/**
 * The total, counted once for each state of the list. `count` returns one row `{ total }` and stops at
 * TOTAL_LIMIT + 1. The mark is read first: a change during the count makes the cached total stale, never wrong.
 */
export async function countedTotal(tx: Tx, address: TotalAddress, count: Statement<{ total: number }>): Promise<Total> {
  const known = await knownTotal(tx, address)
  if (known) return known
  const mark = (await tx.first(readMark(address.kind)))?.mark ?? '0'
  const total = Number((await tx.first(count))?.total ?? 0)
  const kept = await tx.first(keepTotal(addressKey(address), mark, total))
  if (!kept) throw new Error('a total was not kept')
  return answer(total, kept.at)
}
