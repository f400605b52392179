import { prepared } from './statement.ts'

/**
 * Under the key of a request stands what was asked and what it was answered, in the transaction that did it. Of two requests with one
 * key the second waits for the first at the claim, and then finds its answer.
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
