import { inScope, may, scopeOf, type Principal } from '#kernel/platform/access/principal.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { documentLimits, limitsOfAny, type LimitedReader } from './document-limits.ts'
import type { AnyDocument } from './server-document.ts'

interface AccessRow {
  readonly scope_id: number
  readonly state: string
  readonly round: number
  readonly drafter_id: number
  readonly takes_part: boolean
}

/** SQL for whether a person has or had a part in a document: a task of it, or a copy to read. A copy gives no right to decide. */
export function takesPartSql(documentId: string, user: string): string {
  return `(exists (select from approval_task t where t.document_id = ${documentId} and t.user_id = ${user})
       or exists (select from approval_copy c where c.document_id = ${documentId} and c.user_id = ${user}))`
}

/** The same as a set, for lists of a type. */
export function partOfSql(user: string, { name }: Pick<AnyDocument, 'name'>): string {
  return `(select document_id from approval_task where user_id = ${user} and document_type = '${name}'
       union select document_id from approval_copy where user_id = ${user})`
}

/**
 * SQL for whether a row of the registry is one that a person may read: of a type whose right they hold, in an organisation they hold it
 * for and within their limits, or one that they take part in. Other people's drafts are left to the caller.
 */
export function readableSql(
  definitions: readonly AnyDocument[],
  reader: Principal,
  row: 'r' | 'x',
  add: (value: unknown) => string,
): string {
  if (definitions.length === 0) return 'false'
  const types = `${row}.document_type = any (${add(definitions.map(({ name }) => name))}::text[])`
  const within = withinSql(definitions, reader, row, add)
  return within === 'true'
    ? types
    : `${types} and (${within} or ${takesPartSql(`${row}.document_id`, add(reader.userId))})`
}

/** The types of one reach share a condition, so that the statement does not grow with the number of types. */
function withinSql(
  definitions: readonly AnyDocument[],
  reader: Principal,
  row: 'r' | 'x',
  add: (value: unknown) => string,
): string {
  const reaches = Map.groupBy(definitions, ({ viewRight }) => JSON.stringify(scopeOf(reader, viewRight)))
  const places = [...reaches.values()].map((types) => {
    const scope = scopeOf(reader, types[0]!.viewRight)
    const names =
      reaches.size === 1 ? [] : [`${row}.document_type = any (${add(types.map(({ name }) => name))}::text[])`]
    const ids = scope === 'all' ? [] : [`${row}.scope_id = any (${add(scope)}::int[])`]
    return [...names, ...ids].join(' and ') || 'true'
  })
  const limits = limitsOfAny(reader, row, add)
  const place = places.length === 1 ? places[0]! : `(${places.join(' or ')})`
  return limits === null ? place : `(${place} and (${limits}))`
}

/**
 * A statement about one document `d` for a reader who may be limited to some customers or stores: it finds only documents that they may
 * see, and those they take part in. The conditions are appended to its text; for everybody else it stays the prepared one.
 */
export function withinLimits<Row>(
  definition: AnyDocument,
  reader: LimitedReader,
  statement: Statement<Row>,
): Statement<Row> {
  return limited(reader, statement, 'd.id', (add) => documentLimits(definition, reader, add).join(' and '))
}

/** The same about a row that refers to a document of any type, as approvals `i` do. */
export function instanceWithinLimits<Row>(
  reader: LimitedReader,
  statement: Statement<Row>,
  row: 'i' | 'r' = 'i',
): Statement<Row> {
  return limited(reader, statement, `${row}.document_id`, (add) => limitsOfAny(reader, row, add) ?? '')
}

function limited<Row>(
  { userId }: LimitedReader,
  statement: Statement<Row>,
  documentId: string,
  conditions: (add: (value: unknown) => string) => string,
): Statement<Row> {
  const values = [...statement.values]
  const add = (value: unknown) => `$${values.push(value)}`
  const within = conditions(add)
  if (within === '') return statement
  return { text: `${statement.text} and (${takesPartSql(documentId, add(userId))} or ${within})`, values }
}

/** Whether a limited person may act on a document, judged once it is locked; null: no limits apply. */
export function limitedAccess(definition: AnyDocument, reader: LimitedReader, documentId: string): Statement | null {
  const open = accessStatement(definition)(documentId, reader.userId)
  const asked = withinLimits(definition, reader, open)
  return asked === open ? null : asked
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
 * How a person may read a document: as its drafter, as any other reader, not before it is submitted (`notYet`: another
 * person's draft in an organisation they see), or not at all (null): for them it does not exist.
 */
export async function readerOf(
  tx: Tx,
  principal: Principal,
  definition: AnyDocument,
  documentId: string,
): Promise<'drafter' | 'reader' | 'notYet' | null> {
  if (!may(principal, definition.viewRight)) return null
  const row = await tx.first(
    withinLimits(definition, principal, accessStatement(definition)(documentId, principal.userId)),
  )
  if (!row || !(row.takes_part || inScope(scopeOf(principal, definition.viewRight), row.scope_id))) return null
  if (row.drafter_id === principal.userId) return 'drafter'
  // A withdrawn document is a draft again, but people who had a task on it still see how that ended.
  const isDraft = row.state === definition.initial && !(row.takes_part && row.round > 0)
  return isDraft ? 'notYet' : 'reader'
}
