import pg from 'pg'
import { runMigrations } from 'graphile-worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAYS, givenUpJobs, registryDifferences, undeliveredNotices } from '#kernel/services/monitor/failure-lists.ts'
import type { HomeCard } from '#kernel/services/home/home-wire.ts'
import type { MonitorSummary } from '#kernel/services/monitor/monitor-schemas.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// What the machinery gave up: each figure is the number of rows of the list that it leads to.

interface Page {
  readonly records: readonly Readonly<Record<string, unknown>>[]
  readonly recordTotal: number
}

const JOBS = '/aps/bpm/monitor/jobs'
const NOTICES = '/aps/notification/failures'

let server: DemoServer

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  pool.on('error', () => undefined)
  await runMigrations({ pgPool: pool })
  await pool.end()
  server = await demoServer(databaseUrl)
  const add = (kind: string, key: string, rest: string) =>
    server
      .query(
        `with job as (select graphile_worker.add_job('${kind}', '{}', job_key => '${key}', max_attempts => 3) as j)
       select from job, graphile_worker.reschedule_jobs(array[(job.j).id], attempts => 3)`,
      )
      .then(() => server.query(`update graphile_worker._private_jobs set ${rest} where key = '${key}'`))
  const [task] = await server.query<{ id: string }>(
    `insert into download_task (user_id, name, type, request, request_hash, created_at, updated_at)
     select id, 'Stores of India', 2, '{}', 'x', product_now(), product_now() from app_user where account = 'in.finance' returning id`,
  )
  await add('tidy', 'tidy', `last_error = 'disk is full'`)
  await add('runDownload', `download:${task?.id}:0`, `last_error = 'connection lost'`)
  // One is at its last attempt, one waits for its first.
  await add('tidy', 'working', `last_error = 'disk is full', locked_at = product_now(), locked_by = 'somebody'`)
  await add('tidy', 'waiting', `attempts = 0`)
  const message = (account: string, channel: string, days: number, error: string) =>
    server.query(
      `insert into notification_delivery (user_id, channel, kind, state, due_at, attempts, last_error, created_at, ended_at)
       select id, '${channel}', 'digest', 'failed', product_now(), 18, '${error}', product_now() - interval '${days} days', product_now() - interval '${days} days'
       from app_user where account = '${account}'`,
    )
  await message('in.manager', 'mail', 1, '550 no such mailbox')
  await message('in.rsd', 'chat', 3, 'the chat answered 404')
  await message('id.rsd', 'mail', 20, '550 no such mailbox')
})
afterAll(() => server?.close())

const page = async (path: string, filters: object = {}, account = 'hq.it') =>
  (await server.call<Page>(account, `${path}/queryPage`, filters)).data
const summary = async () => (await server.get<MonitorSummary>('hq.it', '/aps/bpm/monitor/summary')).data
const broken = async () =>
  (await server.get<readonly HomeCard[]>('hq.it', '/aps/home/cards?group=broken')).data.flatMap(
    ({ figures }) => figures,
  )

/** The filters of the address that a figure leads to. */
const filtersOf = (url: string | null | undefined) => Object.fromEntries(new URL(url ?? '', 'https://any').searchParams)

describe('figures of what was given up', () => {
  it('the figures of given-up jobs and undelivered messages are the numbers of rows of their lists', async () => {
    const { system } = await summary()
    expect([system.jobsFailed, system.deliveriesFailed]).toEqual([2, 2])
    const figures = await broken()
    for (const [key, path, list] of [
      ['jobs', JOBS, '/system/jobs'],
      ['deliveries', NOTICES, '/system/undelivered'],
    ] as const) {
      const figure = figures.find((each) => each.key === key)
      expect(figure?.url?.split('?')[0]).toBe(list)
      const { records, recordTotal } = await page(path, filtersOf(figure?.url))
      expect([recordTotal, records.length]).toEqual([Number(figure?.value), Number(figure?.value)])
    }
  })

  it('the list of undelivered messages narrows by its days, its channel, the person and the error', async () => {
    const totals = await Promise.all(DAYS.map(async (days) => (await page(NOTICES, { days })).recordTotal))
    expect(totals).toEqual([0, 2, 3])
    const persons = async (filters: object) => (await page(NOTICES, filters)).records.map(({ account }) => account)
    expect(await persons({})).toEqual(['in.manager', 'in.rsd', 'id.rsd'])
    expect(await persons({ channel: 'chat' })).toEqual(['in.rsd'])
    expect(await persons({ person: 'ID.rsd' })).toEqual(['id.rsd'])
    expect(await persons({ error: 'MAILBOX' })).toEqual(['in.manager', 'id.rsd'])
  })

  it('a given-up job says what it is about, whose it is, its error and its attempts', async () => {
    const { records } = await page(JOBS, { error: 'CONNECTION' })
    expect(records).toMatchObject([
      { kind: 'runDownload', subject: 'Stores of India', error: 'connection lost', attempts: 3 },
    ])
    expect(records[0]?.['person']).not.toBeNull()
    expect((await page(JOBS, { kind: 'tidy' })).recordTotal).toBe(1)
  })
})

describe('trying again', () => {
  it('a job that is tried again leaves the list and waits with all its attempts, and the audit has it', async () => {
    const { records } = await page(JOBS, { kind: 'tidy' })
    const ids = records.map(({ id }) => String(id))
    for (const account of ['hq.auditor', 'in.manager'])
      expect((await server.call(account, `${JOBS}/retry`, { ids })).status).toBe(403)
    const [working] = await server.query<{ id: string }>(
      `select id::text as id from graphile_worker.jobs where key = 'working'`,
    )
    const { data } = await server.call<{ changed: number }>('hq.it', `${JOBS}/retry`, { ids: [...ids, working?.id] })
    expect(data.changed).toBe(1)
    expect(await server.query(`select attempts from graphile_worker.jobs where key = 'tidy'`)).toEqual([
      { attempts: 0 },
    ])
    expect((await page(JOBS, { kind: 'tidy' })).recordTotal).toBe(0)
    expect((await summary()).system.jobsFailed).toBe(1)
    const audited = await server.query(
      `select from audit_entry e join app_user u on u.id = e.actor_id where u.account = 'hq.it' and e.action = '${JOBS}/retry'`,
    )
    expect(audited).toHaveLength(1)
  })
})

describe('the rights to the lists of jobs given up and messages undelivered', () => {
  it('the lists of what was given up are read by whoever oversees the whole company, and exported by their right', async () => {
    for (const { path } of [givenUpJobs, undeliveredNotices, registryDifferences]) {
      expect((await server.call('in.manager', `${path}/queryPage`, {})).status).toBe(403)
      expect((await server.call('hq.auditor', `${path}/queryPage`, {})).status).toBe(200)
      expect((await server.call('hq.it', `${path}/export`, {})).status).toBe(200)
    }
    await server.query(
      `insert into user_role (user_id, role_code, organisation_id) select u.id, 'itAdmin', o.id from app_user u, organisation o
       where u.account = 'id.rsm' and o.code = 'ID'`,
    )
    for (const path of [JOBS, NOTICES, registryDifferences.path])
      expect((await server.call('id.rsm', `${path}/queryPage`, {})).status).toBe(403)
    const { data } = await server.get<MonitorSummary>('id.rsm', '/aps/bpm/monitor/summary')
    expect([data.system.jobsFailed, data.system.deliveriesFailed, data.system.registryDifferences]).toEqual([0, 0, 0])
    expect((await server.get('id.rsm', NOTICES)).data).toBeNull()
  })
})
