import { productNow } from '#kernel/base/clock/clock.ts'
import type { TransactionPool } from '#kernel/platform/db/tx.ts'
import { createNotifier, type Notifier } from '#kernel/services/notify/notifier.ts'

/** A worker's part of notifications without a way out: neither mail nor chat is set up. */
export function silentNotifier(pool: TransactionPool): Notifier {
  return createNotifier({
    pool,
    now: productNow,
    documents: [],
    publicUrl: 'http://localhost',
    config: { mail: null, chat: null, groupSeconds: 0, days: 90 },
  })
}
