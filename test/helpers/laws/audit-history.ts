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
import { beginCheckpoint, leafOf } from '#kernel/platform/audit/stored-checkpoint.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
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
      async () => (checkpointed += await checkpointAudit(pool, NOW, most)) >= entries,
      'the entries are not checkpointed',
    )
    expect(checkpointed).toBe(entries)
  }
  const checkpointAll = () =>
    until(async () => {
      await checkpointAudit(pool, NOW)
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

/** Checkpoints as they were made before migration 0133. */
export async function checkpointByText({ query }: AuditHistory, most: number): Promise<void> {
  await query('alter table audit_checkpoint drop constraint audit_checkpoint__by_number')
  interface Last {
    xid: string
    id: string
    hash: Buffer
  }
  const [{ below }] = (await query<{ below: string }>(
    'select (max(e.xid::text::bigint) + 1)::text as below from audit_entry e',
  )) as [{ below: string }]
  for (;;) {
    const [last] = await query<Last>(
      'select s.last_xid::text as xid, s.last_id::text as id, s.hash from audit_checkpoint s where s.id = (select max(id) from audit_checkpoint)',
    )
    const closed = await query<{ id: string; xid: string; hash: Buffer }>(
      `select id::text, xid::text, hash from audit_entry where (xid, id) > ($2::text::xid8, $3::text::bigint) and xid < $1::text::xid8
       order by xid, id limit $4`,
      [below, last?.xid ?? '0', last?.id ?? '0', most],
    )
    const end = closed.at(-1)
    if (!end) break
    const digest = beginCheckpoint(last?.hash ?? null, end.xid, end.id, closed.length)
    for (const { id, hash } of closed) digest.update(leafOf(id, hash)).update(hash)
    await query(
      `insert into audit_checkpoint (form, xid_below, last_xid, last_id, entries, leaves, previous_hash, hash) values (2, $7, $1, $2, $3, $4, $5, $6)`,
      [
        end.xid,
        end.id,
        closed.length,
        Buffer.concat(closed.map(({ id, hash }) => leafOf(id, hash))),
        last?.hash ?? null,
        digest.digest(),
        below,
      ],
    )
    if (closed.length < most) break
  }
  await query('alter table audit_checkpoint add constraint audit_checkpoint__by_number check (form = 3) not valid')
}

export const idOf = async ({ query }: AuditHistory, xid: number) =>
  (await query<{ id: string }>(`select id::text from audit_entry where xid = $1::text::xid8`, [String(xid)]))[0]!.id

/** Edits an entry and its hash, as somebody does who may write to all tables and knows how entries are hashed. */
export async function forge({ query }: AuditHistory, id: string): Promise<void> {
  const [row] = await query<StoredEntry>('select * from audit_entry where id = $1', [id])
  const hash = hashOfStored({ ...row!, actor_id: 77 })
  await query('update audit_entry set actor_id = 77, hash = $2 where id = $1', [id, hash])
}
