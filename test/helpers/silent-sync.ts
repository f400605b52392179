import { productNow } from '#kernel/base/clock/clock.ts'
import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import { syncErrors } from '#kernel/services/sync/sync.errors.ts'

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
