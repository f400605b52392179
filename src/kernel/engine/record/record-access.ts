import { limitSql } from '#kernel/platform/access/limits.ts'
import { may, type Principal, scopeOf } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AnyRecord } from './definition.ts'
import { isVisible, type RecordRow } from './record-sql.ts'

/** Whether a person may read a record, and so its attached data. */
export async function mayReadRecord(tx: Tx, principal: Principal, record: AnyRecord, id: string): Promise<boolean> {
  if (!may(principal, record.rights.view)) return false
  const scope = record.scope ? 't.scope_id' : 'null::int as scope_id'
  const values: unknown[] = [id]
  const limits = limitSql(principal, record.table, 't', (value) => `$${values.push(value)}`)
  const row = await tx.first<Pick<RecordRow, 'scope_id'>>({
    text: `select ${scope} from ${record.table} t where ${['t.id = $1', ...limits].join(' and ')}`,
    values,
  })
  const reader = { scope: scopeOf(principal, record.rights.view) }
  return row !== undefined && isVisible(record, { principal: reader }, row as RecordRow)
}
