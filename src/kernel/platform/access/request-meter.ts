import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'

/** Requests a minute that may come from one address, and from one person over all of their sessions and addresses. */
export interface RequestLimits {
  readonly address: number
  readonly person: number
}

/** How much of its minute a key has used. */
export interface Used {
  readonly hits: number
  /** Until its next minute begins. */
  readonly leftMs: number
}

/** Counts requests over all processes. */
export interface RequestMeter {
  /** Counts one request for this key, which may have `most` in a minute. */
  count(key: string, most: number): Promise<Used>
}

const WINDOW_MS = 60_000
/** A process reports one share and counts the next meanwhile: N processes together let at most N/200 of a limit too many through. */
const SHARES = 200
/** With more callers than this within a minute the oldest counts are dropped, so that memory stays bounded. */
const KEYS = 50_000

const addHits = prepared<{ hits: number }>(
  'add rate limit hits',
  `insert into rate_limit as r (key, hits, resets_at) values ($1, $2, $3)
   on conflict (key) do update set
     hits = case when r.resets_at < excluded.resets_at then excluded.hits else r.hits + excluded.hits end,
     resets_at = greatest(r.resets_at, excluded.resets_at)
   returning hits`,
)

interface Count {
  /** The total over all processes at this process's last report. */
  known: number
  /** Requests that this process has counted and not reported yet. */
  own: number
  telling: Promise<void> | null
}

/**
 * Windows are minutes of the clock, so that all processes share them. A request costs a look into memory; the database is asked once per
 * share of the limit. While the database is away nothing is refused here: the request fails by itself.
 */
export function requestMeter(pool: TransactionPool, now: () => Date): RequestMeter {
  const counts = new Map<string, Count>()
  let minute = 0

  function countOf(key: string): Count {
    const found = counts.get(key)
    if (found) return found
    const [oldest] = counts.size >= KEYS ? counts.keys() : []
    if (oldest !== undefined) counts.delete(oldest)
    const count: Count = { known: 0, own: 0, telling: null }
    counts.set(key, count)
    return count
  }

  async function tell(key: string, count: Count, endsAt: Date): Promise<void> {
    const { own } = count
    count.own = 0
    count.known += own
    try {
      const row = await reading(pool, (tx) => tx.first(addHits(key, own, endsAt)))
      count.known = Math.max(count.known, row?.hits ?? 0)
    } catch {
      // Logged above; what follows needs the database too.
    } finally {
      count.telling = null
    }
  }

  return {
    async count(key, most) {
      const at = now().getTime()
      const current = Math.floor(at / WINDOW_MS)
      if (current !== minute) counts.clear()
      minute = current
      const endsAt = (current + 1) * WINDOW_MS
      const count = countOf(key)
      count.own += 1
      const share = Math.ceil(most / SHARES)
      while (count.own >= share) await (count.telling ??= tell(key, count, new Date(endsAt)))
      return { hits: count.known + count.own, leftMs: endsAt - at }
    },
  }
}

/** The holder of one IPv6 address usually controls its whole /64 network, so addresses are counted by network. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = ip.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const gap = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...gap, ...last].slice(0, 4).join(':')
}
