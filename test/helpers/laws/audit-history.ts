import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { verifyDatabase } from '#app/audit-verify.ts'
import { type AuditRecord, auditRows } from '#kernel/platform/audit/audit.ts'
import { publishHead, readPublished } from '#kernel/platform/audit/anchor.ts'
import { checkpointAudit } from '#kernel/platform/audit/checkpoint.ts'
import { hashOfStored, type StoredEntry } from '#kernel/platform/audit/stored-entry.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { beginCheckpoint, leafOf } from '#kernel/platform/audit/stored-checkpoint.ts'
import { until } from '../until.ts'

/** The time of all that a history writes. */
export const NOW = new Date('2026-11-23T09:00:00Z')

/** The numbers from the first to the last. */
export const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** An audit in a database of its own, whose entries have the transaction numbers that the test gives them. */
export async function auditHistory() {
  const databaseUrl = await testDatabase()
  const pool = createPool({ databaseUrl, max: 2, name: 'test' })
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  const query = async <T>(text: string, values: unknown[] = []) => (await owner.query(text, values)).rows as T[]

  const path = join(tmpdir(), `audit-heads-${new URL(databaseUrl).pathname.slice(1)}.jsonl`)
  const place = { kind: 'file', name: 'told', path } as const
  const last = new Map<string, Buffer>()
  /** One entry of each transaction, in turn of one of seven documents. */
  const write = async (xids: readonly number[]): Promise<void> => {
    const records = xids.map((xid, index) => {
      const documentId = String(9_000_000_000 + (xid % 7))
      const record: AuditRecord = {
        documentType: 'customer',
        documentId,
        subject: `C-${xid}`,
        action: 'update',
        actorId: 1,
        at: new Date(NOW.getTime() + index),
        fromState: 'enabled',
        toState: 'enabled',
        detail: { xid },
        requestId: 'r',
      }
      const previousHash = last.get(documentId) ?? null
      last.set(documentId, auditRows([{ ...record, previousHash }]).hashes[0]!)
      return { ...record, previousHash }
    })
    await transaction(pool, (tx) => tx.run(auditRows(records).statement()))
    await query(
      `update audit_entry e set xid = (e.detail ->> 'xid')::text::xid8 where e.detail ? 'xid' and e.document_type = 'customer'`,
    )
  }
  const checkpoint = async (entries: number, most?: number): Promise<void> => {
    let checkpointed = 0
    await until(
      async () => (checkpointed += await checkpointAudit(pool, most)) >= entries,
      'the entries are not checkpointed',
    )
    expect(checkpointed).toBe(entries)
  }
  const checkpointAll = () =>
    until(async () => {
      await checkpointAudit(pool)
      return (await verify()).uncheckpointed === 0
    }, 'the entries are not checkpointed')
  const verify = async () => {
    const { bad, ...rest } = await verifyDatabase(databaseUrl, await readPublished(place))
    return { ...rest, bad: bad.map(({ table, id, what }) => `${table} ${id} ${what}`) }
  }
  const publish = (minute: number) =>
    publishHead(pool, { targets: [place], minutes: 1, mail: null }, new Date(NOW.getTime() + minute * 60_000))
  const close = async () => {
    await pool.end()
    await owner.end()
    rmSync(place.path, { force: true })
  }
  return { query, write, checkpoint, checkpointAll, verify, publish, told: () => readPublished(place), close }
}
export type AuditHistory = Awaited<ReturnType<typeof auditHistory>>

/** Takes transaction numbers below 3,000 out of use, which tests give to entries: nothing may still be written with one of them. */
export async function passTransactions({ query }: AuditHistory): Promise<void> {
  await query('set synchronous_commit = off')
  await query(`do $$ begin while pg_current_xact_id() < '3000' loop commit; end loop; end $$`)
}

export const idOf = async ({ query }: AuditHistory, xid: number) =>
  (await query<{ id: string }>(`select id::text from audit_entry where xid = $1::text::xid8`, [String(xid)]))[0]!.id

/** Edits an entry and its hash, as an attacker does who may write to all tables and knows how entries are hashed. */
export async function forge({ query }: AuditHistory, id: string): Promise<void> {
  const [row] = await query<StoredEntry>('select * from audit_entry where id = $1', [id])
  const hash = hashOfStored({ ...row!, actor_id: 77 })
  await query('update audit_entry set actor_id = 77, hash = $2 where id = $1', [id, hash])
}

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
