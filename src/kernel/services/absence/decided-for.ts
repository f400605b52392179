import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { Reader } from '#kernel/platform/exports/list-export.ts'
import { documentTitle } from '#kernel/services/tasks/document-title.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { TaskSummary } from '#kernel/engine/approval/engine/running-approval.ts'

export interface DecidedRow {
  readonly task_id: string
  readonly document_id: string
  readonly round: number
  readonly document_type: string
  readonly decision: 'agree' | 'reject' | 'return' | 'transfer' | 'answer'
  readonly opinion: string | null
  readonly summary: TaskSummary
  readonly ended_at: Date
  readonly substitute_account: string
  readonly substitute_zh: string
  readonly substitute_en: string
}

/** Decisions of substitutes for a person between two instants (half open), latest first. */
export const decidedInPlace = prepared<DecidedRow>(
  'absence.decided-for',
  `select t.id as task_id, t.document_id, t.round, t.document_type, t.decision, t.opinion, t.summary, t.ended_at,
     u.account as substitute_account, u.name_zh as substitute_zh, u.name_en as substitute_en
   from approval_task t join app_user u on u.id = t.user_id
   where t.principal_id = $1 and t.ended_at >= $2 and t.ended_at < $3 and t.state = 'done'
   order by t.ended_at desc limit $4`,
)

/** For the principal's daily digest and page. */
export function decidedFor(tx: Tx, principalId: number, from: Date, to: Date, limit = 200): Promise<DecidedRow[]> {
  return tx.rows(decidedInPlace(principalId, from, to, limit))
}

export const decidedCount = prepared<{ total: number }>(
  'absence.decided-count',
  `select count(*)::int as total from approval_task
   where principal_id = $1 and ended_at >= $2 and ended_at < $3 and state = 'done'`,
)

/** The period that the page of substitutes' decisions covers. */
export function decidedSpan(now: Date): [Date, Date] {
  return [new Date(now.getTime() - 90 * 86_400_000), now]
}

/** A substitute's decision for the reader, in wire form. */
export async function decidedWire(tx: Tx, reader: Reader, documents: readonly ServerDocument[], row: DecidedRow) {
  const document = documents.find(({ definition }) => definition.name === row.document_type)
  const id = formInstanceId({ documentId: row.document_id, round: row.round })
  return {
    formInstanceId: id,
    title: document ? await documentTitle(tx, reader, document, row.summary.facts) : row.document_type,
    no: row.summary.no,
    substitute: { account: row.substitute_account, name: row[`substitute_${reader.language}`] },
    decision: row.decision,
    opinion: row.opinion,
    at: row.ended_at.toISOString(),
    url: withQuery(document?.definition.pages.pc ?? '/index', { formInstanceId: id }),
    mobileUrl: withQuery(document?.definition.pages.mobile ?? '/index', { formInstanceId: id }),
  }
}
