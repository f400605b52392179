import { randomBytes } from 'node:crypto'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkpointAudit } from '#kernel/platform/audit/checkpoint.ts'
import { grantApp, mayForge, roleOf, urlAs } from '#kernel/platform/db/schema/app-role.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { migrate } from '#kernel/platform/db/schema/migrate.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'

// The application's role owns nothing: append-only tables it can only read and add to.

const role = `app_${randomBytes(4).toString('hex')}`
const REFUSED = expect.objectContaining({ code: '42501' }) as Error

let ownerUrl: string
let appUrl: string
let owner: pg.Pool
let app: pg.Pool
let world: DownloadWorld

beforeAll(async () => {
  ownerUrl = await demoDatabase()
  owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  owner.on('error', () => undefined)
  owner.on('connect', (client) => client.on('error', () => undefined))
  const password = randomBytes(12).toString('hex')
  await owner.query(`create role ${role} login password '${password}'`)
  appUrl = urlAs(ownerUrl, role, password)
  // An installation from before there was a role.
  await runMigrations({ pgPool: owner })
  await grantApp(ownerUrl, role)
  app = new pg.Pool({ connectionString: appUrl, max: 2 })
  world = await downloadWorld(appUrl)
})

afterAll(async () => {
  await world?.close()
  await app?.end()
  await owner?.query(`drop owned by ${role} cascade`)
  await owner?.query(`drop role ${role}`)
  await owner?.end()
})

const appendOnly = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgfoid = 'refuse_change()'::regprocedure order by 1`,
  )
  return rows.map(({ name }) => name)
}

describe('append-only tables', () => {
  it('the application role may read and insert into append-only tables and nothing else', async () => {
    const tables = await appendOnly()
    expect(tables).toEqual(
      expect.arrayContaining([
        'approval_act',
        'audit_entry',
        'audit_anchor',
        'audit_checkpoint',
        'ledger_journal',
        'ledger_posting',
        'setting_version',
      ]),
    )
    for (const table of tables) {
      const { rows } = await owner.query(
        `select has_table_privilege($1, $2, 'select') as reads, has_table_privilege($1, $2, 'insert') as adds`,
        [role, table],
      )
      expect(rows, table).toEqual([{ reads: true, adds: true }])
      const [column] = (
        await owner.query<{ name: string }>(
          `select min(attname::text) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attidentity = '' and not attisdropped`,
          [table],
        )
      ).rows
      for (const way of [
        `update ${table} set ${column!.name} = ${column!.name}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} add column more int`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} disable trigger ${table}__append_only`,
        `drop trigger ${table}__append_only on ${table}`,
        `create trigger own before insert on ${table} execute function refuse_change()`,
        `drop table ${table} cascade`,
        `alter table ${table} owner to ${role}`,
      ])
        await expect(app.query(way), way).rejects.toEqual(REFUSED)
    }
  })

  it.each([
    'set session_replication_role = replica',
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    'drop function refuse_change() cascade',
    'create table public.audit_copy (id int)',
    `insert into schema_migration (name, checksum) values ('9999-x', '')`,
    'set role postgres',
    'grant update on audit_entry to current_user',
    `alter role ${role} superuser`,
  ])('the application role is refused: %s', async (way) => {
    if (way.startsWith('grant')) {
      // Not an error, only a warning that nothing was granted.
      await app.query(way).catch(() => undefined)
      expect(await mayForge(appUrl)).toBe(false)
    } else await expect(app.query(way)).rejects.toEqual(REFUSED)
  })

  it('granting the application role its rights takes back what it had been given beyond them', async () => {
    await owner.query(`grant update on audit_entry to ${role}`)
    expect(await mayForge(appUrl)).toBe(true)
    await grantApp(ownerUrl, role)
    expect(await mayForge(appUrl)).toBe(false)
    expect(await mayForge(ownerUrl)).toBe(true)
    expect(await roleOf(appUrl)).toBe(role)
  })
})

describe('the application as its role', () => {
  it('the application role can see that no migration is missing', async () => {
    expect(await migrate(appUrl)).toEqual([])
  })

  it('the application role creates number sequences of document types and no other sequence', async () => {
    const numbered = await app.query<{ no: string }>(
      `select next_document_number('ZZ', '209901') as no from generate_series(1, 2)`,
    )
    expect(numbered.rows.map(({ no }) => no)).toEqual(['ZZ20990100001', 'ZZ20990100002'])
    await expect(app.query(`select nextval('document_number_zz_209901')`)).rejects.toEqual(REFUSED)
    await expect(app.query(`select next_document_number('x"; drop table audit_entry; --', '1')`)).rejects.toMatchObject(
      { code: '22023' },
    )
  })

  it('the application role exports through a queue that the owner created, and makes checkpoints of the audit', async () => {
    await world.startWorker()
    const path = '/aps/audit/entries/export'
    const { data } = await world.server.call<{ taskId: string }>('hq.it', path, {
      format: 'csv',
      kind: 'change',
      subject: 'CB',
    })
    expect(await world.ended('hq.it', data.taskId)).toMatchObject({ status: 2 })
    const pool = createPool({ databaseUrl: appUrl, max: 1, name: 'test checkpointer' })
    expect(await checkpointAudit(pool)).toBeGreaterThanOrEqual(0)
    await pool.end()
  })
})
