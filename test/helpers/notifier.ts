import { productNow } from '#kernel/clock/clock.ts'
import type { TransactionPool } from '#kernel/db/tx.ts'
import { createNotifier, type Notifier } from '#kernel/notify/notifier.ts'

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
