import { prepared, type Statement } from '#kernel/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/db/tx.ts'

/** Rows nobody can use any more. Each process does this now and then; two at once do no harm. */
const expired: readonly ((now: Date) => Statement)[] = [
  prepared('purge sessions', 'delete from session where expires_at < $1'),
  prepared('purge attempts', 'delete from sign_in_attempt where expires_at < $1'),
  prepared('purge tickets', 'delete from ticket where expires_at < $1'),
  prepared('purge provider', 'delete from oidc_artifact where expires_at < $1'),
  prepared('purge rate limits', 'delete from rate_limit where resets_at < $1'),
]

export async function purgeExpired(pool: TransactionPool, now: Date): Promise<void> {
  for (const statement of expired) await reading(pool, (tx) => tx.run(statement(now)))
}
