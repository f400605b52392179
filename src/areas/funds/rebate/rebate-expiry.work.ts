import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AreaWork, WorkServices } from '#kernel/platform/jobs/area-work.ts'
import { post } from '#kernel/engine/ledger/post.ts'
import { amount } from '#kernel/base/money/money.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { leaves } from '../account/funds-posting.server.ts'

// A rebate that was not spent by its last day expires: Cr REBATE.avl / Dr rebate clearing. Amounts frozen by a document
// stay; if they are returned later, they expire then.

const BATCH = 'rebateBatch'

interface EndedRow {
  readonly id: string
  readonly account_id: string
  readonly currency: string
  readonly available: string
  readonly source_no: string
  readonly clearing: string
  readonly actor: number
  /** Key of the posting: no document has it. */
  readonly posting: string
}

/** The day is that of the customer's organisation, as in `rebate_move`; only one of several workers gets the batch. */
const next = prepared<EndedRow>(
  'funds.rebate-ended',
  `select b.id, b.account_id, b.currency, b.available, b.source_no, k.id as clearing, nextval('document_id') as posting,
     coalesce((select j.actor_id from ledger_journal j where j.document_id = b.source_id and j.round = b.source_round order by j.id limit 1), 1) as actor
   from rebate_batch b join funds_account a on a.id = b.account_id
   join funds_account k on k.customer_code is null and k.operating_unit_code = a.operating_unit_code and k.currency = a.currency
     and k.kind = 'REBATE_CLEARING'
   join organisation o on o.id = b.scope_id
   where b.available > 0 and b.expires_on < (($1::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date
   order by b.expires_on, b.id limit 1 for update of b skip locked`,
)

const end = prepared(
  'funds.rebate-end',
  `with ended as (
     update rebate_batch set expired = expired + available, available = 0 where id = $1 and available = $2::numeric returning id
   ) insert into rebate_batch_move (batch_id, by_type, by_document_id, by_round, by_action, by_no, line_no, from_stage, to_stage, amount)
     select id, '${BATCH}', $3, 1, 'expire', $4, 1, 'available', 'expired', $2::numeric from ended`,
)

async function expire(tx: Tx, at: Date): Promise<boolean> {
  const batch = await tx.first(next(at))
  if (!batch) return false
  const { id, account_id: account, clearing, available, currency, posting } = batch
  const journal = post({
    key: { documentType: BATCH, documentId: posting, round: 1, action: 'expire' },
    actorId: batch.actor,
    at,
    legs: leaves(account, 'avl', clearing, amount(available), currency, 1),
  })
  const told = documentChanged({
    documentType: BATCH,
    documentId: posting,
    action: 'expire',
    kinds: ['funds'],
    inboxOf: [],
  })
  await tx.flight([end(id, available, posting, batch.source_no), told, journal])
  return true
}

/** True where there may be more. */
export async function expireRebates({ now, transaction }: WorkServices): Promise<boolean> {
  return transaction((tx) => expire(tx, now()))
}

export const rebateExpiryWork: AreaWork = {
  name: 'rebates that ended',
  everySeconds: 60,
  run: expireRebates,
}
