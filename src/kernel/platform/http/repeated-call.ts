import { createHash } from 'node:crypto'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { answerKey, claimKey, readKey } from '#kernel/platform/db/idempotency.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { isPublic, type Route } from './route.ts'

/**
 * Runs a writing call once for each Idempotency-Key. A repeat, sent because the first answer got lost, gets that answer again; the same key
 * with another body is refused. Answers with a token or a link are not stored, so such a call runs again.
 */
export async function onceForKey(
  route: Pick<Route, 'path' | 'right' | 'audit' | 'answersOnce'>,
  tx: Tx,
  { principal, idempotencyKey }: RequestContext,
  asked: { readonly body: unknown; readonly params: unknown },
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (idempotencyKey === null || isPublic(route.right) || route.audit?.none || route.answersOnce) return run()
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([route.path, asked.params, asked.body]))
    .digest('base64')
  const isFirst = (await tx.run(claimKey(principal.userId, idempotencyKey, fingerprint))) > 0
  if (!isFirst) {
    const claim = required(await tx.first(readKey(principal.userId, idempotencyKey)), httpErrors.busy())
    if (claim.fingerprint !== fingerprint) throw new Refused(httpErrors.idempotencyKeyReused())
    return claim.answer
  }
  const answer = await run()
  await tx.run(answerKey(principal.userId, idempotencyKey, JSON.stringify(answer)))
  return answer
}
