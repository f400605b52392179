import type pg from 'pg'
import { beginCheckpoint, leafOf } from '#kernel/platform/audit/stored-checkpoint.ts'
import { hashOfStored, type StoredEntry } from '#kernel/platform/audit/stored-entry.ts'

/**
 * The perfect forgery: one entry is edited, and its chain and all checkpoints are computed anew, so that only the
 * externally published checkpoint reveals it.
 */
export async function rewriteAudit(client: pg.Client | pg.PoolClient): Promise<void> {
  const { rows } = await client.query<StoredEntry & { id: string }>('select * from audit_entry order by xid, id')
  const last = new Map<string, Buffer>()
  for (const row of rows) {
    const detail = JSON.parse(JSON.stringify(row.detail).replaceAll('"one 1"', '"forged"')) as unknown
    const previous = last.get(row.document_id ?? '') ?? null
    const hash = hashOfStored({ ...row, detail, previous_hash: previous })
    last.set(row.document_id ?? '', hash)
    await client.query('update audit_entry set detail = $2, previous_hash = $3, hash = $4 where id = $1', [
      row.id,
      detail,
      previous,
      hash,
    ])
    await client.query('update country_budget set audit_hash = $2 where id = $1', [row.document_id, hash])
  }
  interface Checkpoint {
    id: string
    last_xid: string
    last_id: string
    entries: number
  }
  const checkpoints = await client.query<Checkpoint>(
    'select id, last_xid, last_id, entries from audit_checkpoint order by id',
  )
  const entries = (
    await client.query<{ id: string; hash: Buffer }>('select id, hash from audit_entry order by xid, id')
  ).rows
  let previous: Buffer | null = null
  for (const checkpoint of checkpoints.rows) {
    const held = entries.splice(0, checkpoint.entries)
    const digest = beginCheckpoint(
      previous,
      String(checkpoint.last_xid),
      String(checkpoint.last_id),
      checkpoint.entries,
    )
    for (const { id, hash } of held) digest.update(leafOf(id, hash)).update(hash)
    const hash = digest.digest()
    const leaves = Buffer.concat(held.map((each) => leafOf(each.id, each.hash)))
    await client.query('update audit_checkpoint set leaves = $2, previous_hash = $3, hash = $4 where id = $1', [
      checkpoint.id,
      leaves,
      previous,
      hash,
    ])
    previous = hash
  }
}
