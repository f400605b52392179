import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { effectErrors } from '#kernel/engine/effects/effects.errors.ts'

const pushed = prepared(
  'demo finance took',
  `update document_effect e set state = 'succeededPushed', run = 1, attempts = 1, next_attempt_at = null,
     reference = case when e.receiver = '' then 'FI-' else 'DC-' || e.receiver || '-' end || regexp_replace(i.document_no, '\\D', '', 'g') || '-' || e.round, updated_at = e.created_at + interval '4 seconds'
   from approval_instance i where i.document_id = e.document_id and i.round = e.round and e.state = 'pendingPushed'`,
)

/** The newest approved grant of India, so that it is easy to find. */
const refused = prepared(
  'demo finance refused',
  `update document_effect set state = 'failedPushed', reference = null, last_error = $1
   where id = (select e.id from document_effect e join country_budget d on d.id = e.document_id join organisation o on o.id = e.scope_id
     where o.code = 'IN' and d.apply_type = 'grant' and d.state = 'approved' and e.created_at < $2 order by e.created_at desc limit 1)`,
)

const DAY = 86_400_000

/** Pushes of all approved applications; one was refused and waits for a retry, where the history has one. */
export async function tellFinance(tx: Tx, now: Date): Promise<void> {
  await tx.run(pushed())
  const { key, params } = effectErrors.refused({
    status: 422,
    answer: 'Posting period is locked for month-end closing',
  })
  await tx.run(refused(JSON.stringify({ key, params }), new Date(now.getTime() - DAY)))
}
