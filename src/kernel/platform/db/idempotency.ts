import { prepared } from './statement.ts'

/**
 * A request's key is stored with a fingerprint of its input and with its answer, in the transaction that does the work. Of two concurrent
 * requests with one key the second waits at the claim until the first has ended, and then reads its answer.
 */
export const claimKey = prepared(
  'idempotency.claim',
  'insert into idempotency (actor_id, key, fingerprint) values ($1, $2, $3) on conflict do nothing',
)
export const readKey = prepared<{ fingerprint: string; answer: unknown }>(
  'idempotency.read',
  'select fingerprint, answer from idempotency where actor_id = $1 and key = $2',
)
export const answerKey = prepared(
  'idempotency.answer',
  'update idempotency set answer = $3 where actor_id = $1 and key = $2',
)
