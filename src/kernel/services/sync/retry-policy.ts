import { createHash } from 'node:crypto'

/** How often and how long a setting retries. */
export interface RetryPolicy {
  readonly max_attempts: number
  readonly back_off_seconds: number
  readonly dead_after_hours: number
}

const LONGEST_SECONDS = 86_400
/** Jitter of a fifth, so that simultaneous failures are not retried simultaneously. */
const SPREAD = 0.2

/** A number from 0 to 1, deterministic for the text. */
function share(words: string): number {
  return createHash('sha256').update(words).digest().readUInt32BE(0) / 0xffff_ffff
}

/** Time of the next attempt, or null to give up. The other side may ask for a longer delay. */
export function nextAttempt(
  policy: RetryPolicy,
  attempt: { readonly key: string; readonly attempts: number; readonly askedAt: Date; readonly now: Date },
  afterSeconds: number | null = null,
): Date | null {
  const { key, attempts, askedAt, now } = attempt
  if (attempts >= policy.max_attempts) return null
  const doubled = policy.back_off_seconds * 2 ** (attempts - 1)
  const spread = doubled * (1 + SPREAD * (2 * share(`${key} ${attempts}`) - 1))
  const seconds = Math.min(LONGEST_SECONDS, Math.max(spread, afterSeconds ?? 0))
  const next = new Date(now.getTime() + Math.round(seconds * 1000))
  return next.getTime() - askedAt.getTime() > policy.dead_after_hours * 3_600_000 ? null : next
}
