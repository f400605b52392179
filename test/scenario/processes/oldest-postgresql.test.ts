import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkpointAudit } from '#kernel/platform/audit/checkpoint.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { areas } from '#app/areas.ts'
import { verifyDatabase } from '#app/audit-verify.ts'
import { prepareGiven } from '#app/launch/database.ts'
import { loadAreaServers } from '#app/server.ts'
import { readSettings } from '#kernel/base/config/config.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import type * as Statements from '#kernel/platform/db/statement.ts'
import { textRows, workbookOf } from '#kernel/platform/excel/workbook-fixture.ts'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { call, type SignedIn, signIn } from '#kernel/testing/browser.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { actingByCalls } from '#test/helpers/company/test-company.ts'
import { blockOf, handbook } from '#test/helpers/laws/handbook.ts'
import { launch, type Launched, ready, shell, stop } from './launched.ts'
import { type Cluster, hasOldest, OLDEST, startOldest } from './oldest-cluster.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'
import { until } from '#test/helpers/until.ts'

/** The text of every prepared statement that was declared in this process, by its name. */
const statements = vi.hoisted(() => new Map<string, string>())
vi.mock('#kernel/platform/db/statement.ts', async (original) => {
  const actual = await original<typeof Statements>()
  const prepared: typeof actual.prepared = (name, text) => {
    statements.set(name, text)
    return actual.prepared(name, text)
  }
  return { ...actual, prepared }
})

// The steps of docs/operations.md for a company's own database: PostgreSQL 15 of Debian's package, reached by TLS, with a language's
// collation; two roles; secrets in files; a worker as its own process; a dump that is restored into a new cluster and started there.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const root = join(import.meta.dirname, '../../..')
const OWNER = { name: 'back_office_owner', password: 'of the owner' }
const APP = { name: 'back_office_app', password: 'p@ss/word:1' }

/** Moves the transaction counter ahead, as on a server that has been in use, so that the counter of a new cluster is far behind it. */
const LIVED = `do $$ begin
  for i in 1..10000 loop perform pg_current_xact_id(); commit; end loop; end $$`

/** Temporary tables that exist only while the demonstration is loaded. */
const MADE_FOR_A_WHILE = /^relation "(demo_unit|volume|told_price)" does not exist$/

let folder: string
let cluster: Cluster
/** Tells the processes where the database and their files are. */
let environment: Record<string, string>
let worker: Launched
let server: RunningServer
const sessions = new Map<string, SignedIn>()

/** Makes the two roles and the database by the statements of operations.md. */
async function makeRoles(of: Cluster): Promise<void> {
  for (const statement of blockOf('Database roles', 'sql').trim().split('\n')) {
    const { password } = statement.includes(OWNER.name) ? OWNER : APP
    await of.query('postgres', statement.replace('…', password))
  }
}

/** The environment of a process that works on a cluster; the addresses of the database are in files. */
function given(of: Cluster, name: string): Record<string, string> {
  const files = { app: join(folder, `${name}.app`), owner: join(folder, `${name}.owner`) }
  writeFileSync(files.app, `${of.url('back_office', APP)}\n`)
  writeFileSync(files.owner, `${of.url('back_office', OWNER)}\n`)
  return {
    DATABASE_URL_FILE: files.app,
    MIGRATION_DATABASE_URL_FILE: files.owner,
    DATA_DIR: join(folder, 'data'),
    FILES_DIR: join(folder, 'files'),
    DEMO: '1',
  }
}

/** The folders of all processes' files. */
function placesOf({ DATA_DIR = '', FILES_DIR = '' }: Readonly<Record<string, string>>): Record<string, string> {
  return { DATA_DIR, FILES_DIR }
}

interface Envelope<T> {
  readonly code: number
  readonly msg: string
  readonly data: T
}

async function ask<T>(account: string, path: string, body: object | null = {}, { origin } = server): Promise<T> {
  const session = sessions.get(account) ?? (await signIn(origin, account))
  sessions.set(account, session)
  const options = { session, headers: { 'idempotency-key': crypto.randomUUID() } }
  const answer = await call<Envelope<T>>(origin, path, body === null ? options : { ...options, body })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** The check of `npm run audit:verify`. */
const verify = (of: Cluster) => verifyDatabase(of.url('back_office', APP), [])

async function checkpoint(of: Cluster): Promise<number> {
  const pool = createPool({ databaseUrl: of.url('back_office', APP), max: 1, name: 'test checkpointer' })
  try {
    return await checkpointAudit(pool)
  } finally {
    await pool.end()
  }
}

interface Raised {
  readonly id: string
  readonly no: string
  readonly formInstanceId: string
}

function raise(reason: string, at = server): Promise<Raised> {
  const month = { year: productNow().getUTCFullYear(), month: 12 }
  const header = {
    applyType: 'grant',
    idcCode: 'IN',
    areaId: 2,
    productClass: 'phone',
    currency: 'INR',
    source: 'typed',
  }
  const codes = { budgetDeptCode: 'BD01', projectPoolCode: 'PP01' }
  const line = {
    countryCode: 'IN',
    projectCode: 'PJ-IN-01',
    fscId: 'FSC1001',
    subBusiCode: 'S0102',
    productLineCode: 'PH10',
  }
  const content = { ...header, ...month, ...codes, reason, lines: [{ ...line, amount: '1200.50' }] }
  return ask<Raised>('in.channel', '/aps/budget/country/bpm/template-code', content, at)
}

/** The server as the helpers of other tests call it. */
const calls: Parameters<typeof actingByCalls>[1] = {
  call: async <T>(account: string, path: string, body?: object) => {
    const data = await ask<T>(account, path, body)
    return { status: 200, code: 200, data, error: undefined, msg: '' }
  },
}

beforeAll(async () => {
  if (!hasOldest) return
  folder = mkdtempSync(join(tmpdir(), 'oldest-'))
  chmodSync(folder, 0o755)
  const tls = { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') }
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const wanted = ['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '2']
  const made = spawnSync('openssl', [...wanted, ...subject, '-keyout', tls.key, '-out', tls.certificate])
  if (made.status !== 0) throw new Error(`openssl: ${String(made.stderr)}`)
  chmodSync(tls.certificate, 0o644)
  cluster = await startOldest(join(folder, 'first'), tls)
  await makeRoles(cluster)
  await cluster.query('back_office', LIVED)
  environment = given(cluster, 'first')
  worker = await ready(launch(environment))
  server = await runServer(cluster.url('back_office', APP), { environment: placesOf(environment) })
})

afterAll(async () => {
  await server?.close()
  if (worker) await stop(worker)
  await cluster?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!hasOldest)('the oldest supported PostgreSQL', () => {
  it('PostgreSQL 15 serves the product by encrypted connections of the role that owns nothing', async () => {
    const [version] = await cluster.query<{ v: string }>(
      'postgres',
      `select current_setting('server_version_num') as v`,
    )
    expect(Math.floor(Number(version?.v) / 10_000)).toBe(15)
    expect(worker.output()).toMatch(/^Applied \d+ migrations?\n/)
    expect(worker.output()).not.toContain('could change the history')
    const connections = await cluster.query<{ usename: string; ssl: boolean }>(
      'back_office',
      `select distinct usename, ssl from pg_stat_activity a join pg_stat_ssl s using (pid) where datname = 'back_office' and a.pid <> pg_backend_pid()`,
    )
    expect(connections).toEqual([{ usename: APP.name, ssl: true }])
  })

  it('PostgreSQL 15 runs the main job: sign in, raise, approve by several people, post, list', async () => {
    const raised = await raise('On the oldest PostgreSQL')
    const { id, no } = raised
    const { people } = await actingByCalls((...asked) => server.query(...asked), calls).agreeAll(
      countryBudget,
      raised.formInstanceId,
    )
    expect(new Set(people).size).toBeGreaterThanOrEqual(3)
    const detail = await ask<{ document: { state: string } }>('in.channel', '/aps/budget/country/detail', { id })
    expect(detail.document.state).toBe('approved')
    const postings = await cluster.query(
      'back_office',
      `select from ledger_posting p join ledger_journal j on j.id = p.journal_id where j.document_id = ${id}`,
    )
    expect(postings.length).toBeGreaterThan(0)
    const list = await ask<{ records: { no: string }[] }>('in.channel', '/aps/budget/country/queryByPage', { no })
    expect(list.records.map((row) => row.no)).toEqual([no])
  })

  it('a worker on PostgreSQL 15 exports a list, and the server delivers the workbook', async () => {
    const path = '/aps/budget/country/export'
    const { taskId } = await ask<{ taskId: string }>('in.channel', path, { idcCode: 'IN', offlineExport: 1 })
    type Task = { id: string; status: number; fileKey: string; rowsDone: number; resultDescr: string }
    let task: Task | undefined
    const ended = async () => {
      const { records } = await ask<{ records: Task[] }>('in.channel', '/aps/download-center/queryPage', {})
      task = records.find((each) => each.id === taskId)
      return task !== undefined && task.status !== 1
    }
    await until(ended, 'the export runs still')
    expect(task).toMatchObject({ status: 2 })
    expect(task?.rowsDone).toBeGreaterThan(10)
    // The worker wrote it; the server reads it in the folder that both were given.
    const { url } = await ask<{ url: string }>('in.channel', `/aps/file/tmpUrl?key=${task?.fileKey}`, null)
    const bytes = Buffer.from(await (await fetch(server.origin + url)).arrayBuffer())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })

  it('a worker on PostgreSQL 15 imports a workbook', async () => {
    const form = new FormData()
    const rows = [
      ['Code', 'Chinese name', 'English name'],
      ['OLDEST', '最旧', 'Oldest'],
    ]
    const book = workbookOf({ rows: textRows(rows) })
    form.append('file', new Blob([new Uint8Array(book)]), 'businesses.xlsx')
    const admin = await signIn(server.origin, 'admin')
    const response = await fetch(`${server.origin}/aps/import/upload/budget-business`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'x-csrf-token': admin.csrfToken,
        'x-language': 'en',
        'idempotency-key': crypto.randomUUID(),
      },
      body: form,
    })
    const { data, msg } = (await response.json()) as Envelope<{ importId: string }>
    expect(response.status, msg).toBe(200)
    sessions.set('admin', admin)
    const { importId } = data
    const detail = () => ask<ImportRunView>('admin', '/aps/import/detail', { importId })
    await until(async () => (await detail()).state === 'checked', 'the file is not read')
    const { version, rows: counted } = await detail()
    expect(counted).toMatchObject({ total: 1, good: 1, create: 1 })
    await ask('admin', '/aps/import/run', { importId, version, mode: 'all' })
    await until(async () => (await detail()).state === 'done', 'the import runs still')
    const names = await cluster.query('back_office', `select name_en from budget_business where code = 'OLDEST'`)
    expect(names).toEqual([{ name_en: 'Oldest' }])
  })

  it('the audit on PostgreSQL 15 is checkpointed and verifies', async () => {
    await checkpoint(cluster)
    const { bad, entries, uncheckpointed } = await verify(cluster)
    expect({ bad, uncheckpointed }).toEqual({ bad: [], uncheckpointed: 0 })
    expect(entries).toBeGreaterThan(1_000)
  })

  it('connections have bounded waits and the settings of the product whatever the server is set to, also by a socket', async () => {
    const pool = createPool({ databaseUrl: cluster.socketUrl('back_office', APP), max: 1, name: 'test' })
    const set = { lock_timeout: '5s', statement_timeout: '30s', idle_in_transaction_session_timeout: '15s', jit: 'off' }
    const manner = { TimeZone: 'UTC', DateStyle: 'ISO, YMD', default_transaction_isolation: 'read committed' }
    const wanted: Record<string, string> = { ...set, ...manner }
    const { rows } = await pool.query<{ name: string; setting: string }>(
      'select name, current_setting(name) as setting from unnest($1::text[]) as name',
      [Object.keys(wanted)],
    )
    await pool.end()
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(wanted)
    const [ours] = await cluster.query<{ tz: string; jit: string }>(
      'back_office',
      `select current_setting('TimeZone') as tz, current_setting('jit') as jit`,
    )
    expect(ours).toEqual({ tz: 'Asia/Kolkata', jit: 'on' })
  })

  it('a start on a server older than PostgreSQL 15 ends with one line and code 1', async () => {
    await cluster.query('postgres', `create database older owner ${OWNER.name}`)
    // Shadows the server's own function and answers as an older server would.
    await cluster.query(
      'older',
      `create function public.current_setting(text) returns text language sql as
       $$ select case $1 when 'server_version_num' then '140022' when 'server_version' then '14.22' end $$`,
    )
    await cluster.query('postgres', 'alter database older set search_path = public, pg_catalog')
    const none = { DATABASE_URL_FILE: '', MIGRATION_DATABASE_URL_FILE: '' }
    const older = launch({ ...environment, ...none, DATABASE_URL: cluster.url('older', OWNER) })
    expect(await older.ended).toBe(1)
    expect(older.output()).toBe('PostgreSQL 15 or newer is needed; the server is 14.22\n')
  })

  it('PostgreSQL 15 accepts every prepared statement of the product', async () => {
    for (const file of globSync('src/**/*.ts', { cwd: root })) {
      if (file.endsWith('.test.ts') || !/\bprepared[<(]/.test(readFileSync(join(root, file), 'utf8'))) continue
      await import(join(root, file))
    }
    await loadAreaServers(areas)
    expect(statements.size).toBeGreaterThan(800)
    const client = new pg.Client({ connectionString: cluster.url('back_office', OWNER) })
    await client.connect()
    const refused: string[] = []
    for (const [name, text] of statements) {
      // PostgreSQL cannot prepare SET.
      if (text.startsWith('set ')) continue
      // As the driver does it, without types: the server infers those of the parameters.
      const told = await client.query({ text: `prepare it as ${text}` }).catch((error: Error) => error)
      if (!(told instanceof Error)) await client.query('deallocate it')
      else if (!MADE_FOR_A_WHILE.test(told.message)) refused.push(`${name}: ${told.message}`)
    }
    await client.end()
    expect(refused).toEqual([])
  })

  it('a database on PostgreSQL 15 is dumped, restored into a new cluster and started there as operations.md says, and its audit goes on', async () => {
    const restored = await startOldest(join(folder, 'second'))
    try {
      await makeRoles(restored)
      const commands = blockOf('Backup', 'sh').replace('npm run', `npm --prefix "${root}" run --silent`)
      // As in a dump when a checkpoint is made after it began: the sequence has advanced, but the checkpoint itself is missing.
      await cluster.query('back_office', 'select audit_checkpointed(max(s.id) + 1) from audit_checkpoint s')
      const dump = /`(pg_dump [^`]*)`/.exec(handbook)?.[1] ?? ''
      const path = `${OLDEST}${delimiter}${process.env['PATH'] ?? ''}`
      const dumped = shell(folder, dump, { PATH: path, MIGRATION_DATABASE_URL: cluster.url('back_office', OWNER) })
      expect([dumped.status, dumped.stderr]).toEqual([0, ''])
      const again = {
        PATH: path,
        DATA_DIR: environment['DATA_DIR'] ?? '',
        DATABASE_URL: restored.url('back_office', APP),
        MIGRATION_DATABASE_URL: restored.url('back_office', OWNER),
      }
      const back = shell(folder, commands, again)
      expect([back.status, back.stderr]).toEqual([0, ''])
      expect(back.stdout).toMatch(/^whole: \d+ entries in \d+ checkpoints/m)

      // A start's checks before it serves: no migration is missing and no right is too many.
      const said: string[] = []
      await prepareGiven(readSettings({ ...again, DEMO: '0' }), again.DATABASE_URL, (text) => said.push(text))
      expect(said).toEqual([])
      const there = await runServer(again.DATABASE_URL, { environment: placesOf(environment) })
      // The session of before the dump is still good.
      expect((await raise('After the restore', there)).no).toMatch(/^CB/)
      await there.close()
      expect(await checkpoint(restored)).toBeGreaterThan(0)
      expect(await verify(restored)).toMatchObject({ bad: [], uncheckpointed: 0 })
    } finally {
      await restored.stop()
    }
  })
})
