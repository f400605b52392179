import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

const hit = prepared<{ hits: number }>(
  'count rate limit hit',
  `insert into rate_limit as r (key, hits, resets_at) values ($1, 1, $2::timestamptz + make_interval(secs => $3))
   on conflict (key) do update set
     hits = case when r.resets_at <= $2 then 1 else r.hits + 1 end,
     resets_at = case when r.resets_at <= $2 then excluded.resets_at else r.resets_at end
   returning hits`,
)

const hitsNow = prepared<{ hits: number }>(
  'rate limit hits',
  'select hits from rate_limit where key = $1 and resets_at > $2',
)

/** Counts one use of the key in its window, over all processes, and returns the count. */
export async function countHit(tx: Tx, key: string, windowSeconds: number, now: Date): Promise<number> {
  return (await tx.first(hit(key, now, windowSeconds)))?.hits ?? 1
}

export async function hitsOf(tx: Tx, key: string, now: Date): Promise<number> {
  return (await tx.first(hitsNow(key, now)))?.hits ?? 0
}
