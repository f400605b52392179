import { mayAt, may, narrowed, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type AnyRecord, columnFor } from '../definition.ts'
import { knownRecord } from '../known-records.ts'
import { firstRecords, recordCount } from './record-list.ts'
import type { RelatedView } from './record-wire.ts'

const SHOWN = 5
/** Most related records counted; their list shows the rest. */
const MOST = 999

/** The records that refer to one, as far as the reader may see those: each by its own right and scope. */
export async function readRelated(
  tx: Tx,
  { principal, language }: Pick<RequestContext, 'principal' | 'language'>,
  record: AnyRecord,
  key: string,
  scopeId: number | null,
): Promise<readonly RelatedView[]> {
  const views = (record.related ?? []).map(async ({ record: name, by }): Promise<RelatedView | null> => {
    const other = knownRecord(name)
    if (!other || !may(principal, other.rights.view)) return null
    const request = { [by]: [key] }
    const reader = narrowed(principal, other.rights.view)
    const [rows, count] = await Promise.all([
      tx.rows(firstRecords(other, reader, language, request, SHOWN)),
      tx.first(recordCount(other, reader, request, MOST)),
    ])
    return {
      record: name,
      by,
      count: Math.min(count?.total ?? 0, MOST),
      isMore: (count?.total ?? 0) > MOST,
      mayAdd: mayAt(principal, other.rights.edit, scopeId),
      records: rows.map((row) => ({
        id: row.id,
        code: String(row[`v_${other.key}`]),
        name: String(row[`v_${other.names[language]}`]),
        state: row.state,
      })),
    }
  })
  return (await Promise.all(views)).filter((view) => view !== null)
}

/** Records that inherit a record's organisation follow its changes. */
export async function followScope(
  tx: Tx,
  record: AnyRecord,
  moved: readonly { readonly key: string; readonly scopeId: number | null }[],
): Promise<void> {
  if (moved.length === 0) return
  for (const { record: name, by } of record.related ?? []) {
    const other = knownRecord(name)
    if (!other || other.scope !== by) continue
    const rows = await tx.rows<{ readonly key: string; readonly scopeId: number }>({
      text: `update ${other.table} t set scope_id = n.scope from unnest($1::text[], $2::int[]) as n (key, scope)
        where t.${columnFor(by, other.fields[by]!)} = n.key and t.scope_id <> n.scope
        returning t.${columnFor(other.key, other.fields[other.key]!)} as key, n.scope as "scopeId"`,
      values: [moved.map(({ key }) => key), moved.map(({ scopeId }) => scopeId)],
    })
    await followScope(tx, other, rows)
  }
}
