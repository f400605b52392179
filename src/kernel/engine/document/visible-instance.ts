import { inScope, may, scopeOf, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { instanceWithinLimits } from './document-access.ts'
import type { ServerDocument } from './server-document.ts'
import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import type { TaskSummary } from '#kernel/engine/approval/engine/running-approval.ts'
import { readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'
import type { RouteStep } from '#kernel/engine/approval/approval-route.ts'

interface Row {
  readonly document_id: string
  readonly round: number
  readonly document_type: string
  readonly template_code: string
  readonly state: 'running' | 'approved' | 'rejected' | 'returned' | 'withdrawn' | 'terminated'
  readonly drafter_id: number
  readonly drafter_account: string
  readonly drafter_zh: string
  readonly drafter_en: string
  readonly scope_id: number
  readonly variables: Readonly<Record<string, unknown>>
  readonly steps: readonly RouteStep[]
  readonly summary: TaskSummary | null
  readonly content_hash: string
  readonly started_at: Date
  readonly latest_state: string
  readonly takes_part: boolean
}

/** One approval with what decides whether the caller may see it: their tasks and copies, and the state of its newest round. */
const instanceToSee = prepared<Row>(
  'approval.instance-to-see',
  `select i.document_id, i.round, i.document_type, i.template_code, i.state, i.drafter_id, i.scope_id, i.variables, i.steps,
     coalesce(i.summary, (select t.summary from approval_task t where t.document_id = i.document_id and t.round = i.round limit 1)) as summary,
     i.content_hash, i.started_at, u.account as drafter_account, u.name_zh as drafter_zh, u.name_en as drafter_en,
     (select l.state from approval_instance l where l.document_id = i.document_id order by l.round desc limit 1) as latest_state,
     exists (select from approval_task t where t.document_id = i.document_id and t.user_id = $3)
       or exists (select from approval_copy c where c.document_id = i.document_id and c.user_id = $3) as takes_part
   from approval_instance i join app_user u on u.id = i.drafter_id where i.document_id = $1 and i.round = $2`,
)

export interface VisibleInstance extends Row {
  readonly document: ServerDocument
}

/**
 * The approval of a `formInstanceId`, or a refusal as if it did not exist: for calls that serve every type and read
 * less than a whole document. Admits the same people as `loadDocument`.
 */
export async function visibleInstance(
  tx: Tx,
  { principal }: Pick<RequestContext, 'principal'>,
  documents: readonly ServerDocument[],
  formInstanceId: string,
): Promise<VisibleInstance> {
  const address = required(readFormInstanceId(formInstanceId), documentErrors.notFound())
  const row = await tx.first(
    instanceWithinLimits(principal, instanceToSee(address.documentId, address.round, principal.userId)),
  )
  const document = documents.find(({ definition }) => definition.name === row?.document_type)
  if (!row || !document) throw new Refused(documentErrors.notFound())
  const isDrafter = row.drafter_id === principal.userId
  const { viewRight } = document.definition
  const sees = may(principal, viewRight) && (row.takes_part || inScope(scopeOf(principal, viewRight), row.scope_id))
  // A withdrawn document is a draft again, visible to its drafter alone.
  const isDraft = row.latest_state === 'withdrawn' && !row.takes_part
  if (!sees) throw new Refused(documentErrors.notFound())
  if (isDraft && !isDrafter) throw new Refused(documentErrors.notYours())
  return { ...row, document }
}
