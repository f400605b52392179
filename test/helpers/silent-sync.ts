import { productNow } from '#kernel/clock/clock.ts'
import type { TransactionPool } from '#kernel/db/tx.ts'
import { syncErrors } from '#kernel/sync/sync.errors.ts'

/** A worker's part of synchronizations without a way out: no secret is configured. */
export function silentSync(pool: TransactionPool) {
  return {
    pool,
    now: productNow,
    days: 90,
    outside: {
      call: () => Promise.resolve({ kind: 'untried', reason: syncErrors.noSecret({ name: 'NONE' }) } as const),
    },
  }
}
