import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { addressKey, readMark, type TotalAddress } from './totals.ts'

interface FigureRow<T> {
  readonly value: T
  readonly is_true: boolean
  readonly took_ms: number
  readonly age_ms: number
  readonly at: Date
}

const readFigure = prepared<FigureRow<never>>(
  'figures.read',
  `select f.value, f.took_ms, f.at, f.mark = coalesce((select mark from change_mark where kind = $2), 0) as is_true,
     (extract(epoch from now() - f.at) * 1000)::bigint::int as age_ms
   from list_figure f where f.key = $1 and f.at > now() - interval '7 days'`,
)
const keepFigure = prepared<{ at: Date }>(
  'figures.keep',
  `insert into list_figure (key, mark, value, took_ms) values ($1, $2, $3, $4)
   on conflict (key) do update set mark = excluded.mark, value = excluded.value, took_ms = excluded.took_ms, at = now()
   returning at`,
)

/** Figures that cost more than this are computed at most once in a while instead of at every change. */
const DEAR_MS = 250
const DEAR_EVERY_MS = 60_000
/** A figure outdated for less than this is not labelled as old. */
const MOMENT_MS = 5_000

export interface Figure<T> {
  readonly value: T
  readonly asOf: string
  /** Whether something has changed since, more than a moment ago. */
  readonly isOld: boolean
}

/**
 * Figures of a list (sums of its rows), computed once for each state of its kind. The mark is read first, so a concurrent change makes the
 * cached value stale, never wrong. Costly ones may be a minute old; `asOf` gives their time. `freshMs` is for figures that no mark covers.
 */
export async function keptFigure<T>(
  tx: Tx,
  address: TotalAddress,
  compute: () => Promise<T>,
  freshMs = Number.POSITIVE_INFINITY,
): Promise<Figure<T>> {
  const key = addressKey(address)
  const kept: FigureRow<T> | undefined = await tx.first(readFigure(key, address.kind))
  if (kept && ((kept.is_true && kept.age_ms < freshMs) || (kept.took_ms > DEAR_MS && kept.age_ms < DEAR_EVERY_MS)))
    return { value: kept.value, asOf: kept.at.toISOString(), isOld: !kept.is_true && kept.age_ms > MOMENT_MS }
  const mark = (await tx.first(readMark(address.kind)))?.mark ?? '0'
  const began = performance.now()
  const value = await compute()
  const row = await tx.first(keepFigure(key, mark, JSON.stringify(value), Math.round(performance.now() - began)))
  if (!row) throw new Error('a figure was not kept')
  return { value, asOf: row.at.toISOString(), isOld: false }
}
