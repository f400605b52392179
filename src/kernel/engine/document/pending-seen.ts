import { inScope, may, type RequestContext, scopeOf } from '#kernel/platform/access/principal.ts'
import { formInstanceId, readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { instanceWithinLimits, takesPartSql } from './document-access.ts'
import { boundDocuments } from './server-document.ts'

interface Row {
  readonly document_id: string
  readonly round: number
  readonly document_type: string
  readonly scope_id: number
  readonly takes_part: boolean
}

const instances = prepared<Row>(
  'document.pending-instances',
  `select i.document_id, i.round, i.document_type, i.scope_id, ${takesPartSql('i.document_id', '$3')} as takes_part
   from unnest($1::bigint[], $2::int[]) w (id, round) join approval_instance i on i.document_id = w.id and i.round = w.round where true`,
)

/**
 * The other documents listed beside one (`pending` of its decision facts) that the reader may open: whoever may see a
 * document may not see everything that asks for the same money.
 */
export async function pendingSeen<P extends { readonly formInstanceId: string }>(
  tx: Tx,
  { principal }: Pick<RequestContext, 'principal'>,
  pending: readonly P[],
): Promise<readonly P[]> {
  const asked = pending.flatMap((each) => readFormInstanceId(each.formInstanceId) ?? [])
  if (asked.length === 0) return []
  const ids = asked.map(({ documentId }) => documentId)
  const rounds = asked.map(({ round }) => round)
  const rows = await tx.rows(instanceWithinLimits(principal, instances(ids, rounds, principal.userId)))
  const viewRights = new Map(boundDocuments().map(({ definition }) => [definition.name, definition.viewRight]))
  const seen = rows.filter(({ document_type, scope_id, takes_part }) => {
    const right = viewRights.get(document_type)
    return right !== undefined && may(principal, right) && (takes_part || inScope(scopeOf(principal, right), scope_id))
  })
  const open = new Set(seen.map(({ document_id, round }) => formInstanceId({ documentId: document_id, round })))
  return pending.filter((each) => open.has(each.formInstanceId))
}
