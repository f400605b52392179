import { prepared } from '#kernel/platform/db/statement.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { ApprovedLineRow } from '../document-sql.ts'
import type { KeptAct, ApprovedLine } from './partial-approval.ts'

export function readLines(rows: readonly ApprovedLineRow[]): ApprovedLine[] {
  return rows.map(({ line, asked, approved }) => ({
    line,
    asked: amount(asked),
    approved: approved === null ? null : amount(approved),
  }))
}

/** Agreements with reductions, and returns to a step, in order. */
export const reduceActs = prepared<KeptAct>(
  'approval.reduce-acts',
  `select act, step, detail from approval_act where document_id = $1 and round = $2
     and (act = 'agree' and detail ? 'reduced' or act = 'return') order by id`,
)

/**
 * Updates a round after its approved amounts changed: for readers of the round, deciders and lists. Its facts are not
 * carried forward, because not everyone who agreed agreed to the full amount.
 */
export const keepStanding = prepared(
  'approval.keep-standing',
  `update approval_instance set content_hash = $3, header = coalesce(header, '{}') || $4::jsonb, summary = $5, fingerprint = null
   where document_id = $1 and round = $2`,
)
export const tellTasks = prepared(
  'approval.tell-tasks',
  `update approval_task set summary = $3 where document_id = $1 and round = $2 and state in ('open', 'waiting')`,
)
