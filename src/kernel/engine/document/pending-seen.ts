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

interface PendingPlace {
  readonly documentType: string
  readonly pages: { readonly pc: string; readonly mobile: string }
}

const instances = prepared<Row>(
  'document.pending-instances',
  `select i.document_id, i.round, i.document_type, i.scope_id, ${takesPartSql('i.document_id', '$3')} as takes_part
   from unnest($1::bigint[], $2::int[]) w (id, round) join approval_instance i on i.document_id = w.id and i.round = w.round where true`,
)

/**
 * The other documents listed beside one (`pending` of its decision facts) that the reader may open: whoever may see a
 * document may not see everything that asks for the same money. Each with its type and the pages that show it.
 */
export async function pendingSeen<P extends { readonly formInstanceId: string }>(
  tx: Tx,
  { principal }: Pick<RequestContext, 'principal'>,
  pending: readonly P[],
): Promise<readonly (P & PendingPlace)[]> {
  const asked = pending.flatMap((each) => readFormInstanceId(each.formInstanceId) ?? [])
  if (asked.length === 0) return []
  const ids = asked.map(({ documentId }) => documentId)
  const rounds = asked.map(({ round }) => round)
  const rows = await tx.rows(instanceWithinLimits(principal, instances(ids, rounds, principal.userId)))
  const definitions = new Map(boundDocuments().map(({ definition }) => [definition.name, definition]))
  const seen = rows.flatMap(({ document_id, round, document_type, scope_id, takes_part }) => {
    const definition = definitions.get(document_type)
    if (!definition || !may(principal, definition.viewRight)) return []
    if (!takes_part && !inScope(scopeOf(principal, definition.viewRight), scope_id)) return []
    const { pc, mobile } = definition.pages
    const place: PendingPlace = { documentType: document_type, pages: { pc, mobile } }
    return [[formInstanceId({ documentId: document_id, round }), place] as const]
  })
  const places = new Map(seen)
  return pending.flatMap((each) => {
    const place = places.get(each.formInstanceId)
    return place ? [{ ...each, ...place }] : []
  })
}
