import { inScope, may, scopeOf, type Principal } from '#kernel/access/principal.ts'
import { prepared } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import type { AnyDocument } from './server-document.ts'

interface AccessRow {
  readonly scope_id: number
  readonly state: string
  readonly round: number
  readonly drafter_id: number
  readonly takes_part: boolean
}

/** Whether a person has or had a part in a document: a task of it, or a copy to read. Nobody decides by a copy. */
export function takesPartSql(documentId: string, user: string): string {
  return `(exists (select from approval_task t where t.document_id = ${documentId} and t.user_id = ${user})
       or exists (select from approval_copy c where c.document_id = ${documentId} and c.user_id = ${user}))`
}

/** The same as a set, for lists. */
export function partOfSql(user: string): string {
  return `(select document_id from approval_task where user_id = ${user}
       union select document_id from approval_copy where user_id = ${user})`
}

function accessStatement({ name, table }: AnyDocument) {
  return prepared<AccessRow>(
    `${name}.access`,
    `select d.scope_id, d.state, d.round, d.drafter_id,
       ${takesPartSql('d.id', '$2')} as takes_part
     from ${table} d where d.id = $1`,
  )
}

/**
 * How a person may read a document: as whoever raised it, as any other reader, not before it is submitted (`notYet`: a draft of
 * somebody else where one sees its organisation), or not at all (null): for him it is not there.
 */
export async function readerOf(
  tx: Tx,
  principal: Principal,
  definition: AnyDocument,
  documentId: string,
): Promise<'drafter' | 'reader' | 'notYet' | null> {
  if (!may(principal, definition.viewRight)) return null
  const row = await tx.first(accessStatement(definition)(documentId, principal.userId))
  if (!row || !(row.takes_part || inScope(scopeOf(principal, definition.viewRight), row.scope_id))) return null
  if (row.drafter_id === principal.userId) return 'drafter'
  // Withdrawn it is a draft again, yet whoever had a task on it still sees how that ended.
  const isDraft = row.state === definition.initial && !(row.takes_part && row.round > 0)
  return isDraft ? 'notYet' : 'reader'
}
