import { effectErrors } from '#kernel/engine/effects/effects.errors.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** The newest approved review of Indonesia: its data centre refused it and waits for a retry, while the ERP has taken it. */
const refused = prepared(
  'demo data centre refused',
  `update document_effect set state = 'failedPushed', reference = null, last_error = $1
   where id = (select max(e.id) from document_effect e where e.document_type = 'priceReview' and e.effect = 'dataCentrePush' and e.receiver = 'ID')`,
)

/** Of the pushes of approved price reviews one was refused by its data centre, where the history has one. */
export async function refusePush(tx: Tx): Promise<void> {
  const { key, params } = effectErrors.refused({ status: 409, answer: 'The price book is being copied' })
  await tx.run(refused(JSON.stringify({ key, params })))
}
