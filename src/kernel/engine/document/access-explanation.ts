import { inScope, may, type Principal, scopeOf } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { takesPartSql, withinLimits } from './document-access.ts'
import type { AnyDocument } from './server-document.ts'

/** A person's access to a document: what each act would require first. */
export interface DocumentAccess {
  readonly scopeId: number
  readonly state: string
  readonly isDrafter: boolean
  readonly takesPart: boolean
  readonly hasOpenTask: boolean
  readonly isInScope: boolean
  readonly isOthersDraft: boolean
  readonly canRead: boolean
  readonly drafter: { readonly account: string; readonly zh: string; readonly en: string }
}

interface Row {
  readonly scope_id: number
  readonly state: string
  readonly round: number
  readonly drafter_id: number
  readonly takes_part: boolean
  readonly open_task: boolean
  readonly drafter: DocumentAccess['drafter']
}

function standingStatement({ name, table }: AnyDocument) {
  return prepared<Row>(
    `${name}.standing`,
    `select d.scope_id, d.state, d.round, d.drafter_id, ${takesPartSql('d.id', '$2')} as takes_part,
       exists (select from approval_task t where t.document_id = d.id and t.user_id = $2 and t.state = 'open') as open_task,
       jsonb_build_object('account', u.account, 'zh', u.name_zh, 'en', u.name_en) as drafter
     from ${table} d join app_user u on u.id = d.drafter_id where d.no = $1`,
  )
}

/** Null where there is no document of that number, or it is outside of the customers and stores that they are limited to. */
export async function documentAccess(
  tx: Tx,
  definition: AnyDocument,
  no: string,
  principal: Pick<Principal, 'userId' | 'superAdmin' | 'rights' | 'grants' | 'limits'>,
): Promise<DocumentAccess | null> {
  const row = await tx.first(withinLimits(definition, principal, standingStatement(definition)(no, principal.userId)))
  if (!row) return null
  const isDrafter = row.drafter_id === principal.userId
  const isOthersDraft = row.state === definition.initial && !isDrafter && !(row.takes_part && row.round > 0)
  const isWithin = inScope(scopeOf(principal, definition.viewRight), row.scope_id)
  return {
    scopeId: row.scope_id,
    state: row.state,
    isDrafter,
    takesPart: row.takes_part,
    hasOpenTask: row.open_task,
    isInScope: isWithin,
    isOthersDraft,
    canRead: may(principal, definition.viewRight) && (row.takes_part || isWithin) && !isOthersDraft,
    drafter: row.drafter,
  }
}
