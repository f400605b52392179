import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ParameterRow } from '#areas/setting/setting-wire.ts'
import { sessionOptions } from '#kernel/platform/db/pool.ts'
import type { ParameterContent } from '#kernel/platform/parameter/parameter.ts'
import type { DraftView, SettingView } from '#kernel/engine/setting/setting-wire.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { callerOf, type ServerProcess, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'

// A parameter is set by two people in the running product, and holds without a restart.

let databaseUrl: string
let server: DemoServer

beforeAll(async () => {
  databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl, { SESSION_MINUTES: '600' })
})

afterAll(async () => {
  await server?.close()
})

const path = (call: string) => `/aps/setting/parameter/${call}`
const save = (account: string, key: string, value: unknown, draftVersion = 0) =>
  server.call<DraftView<ParameterContent>>(account, path('draft/save'), {
    key,
    draftVersion,
    content: { value },
    note: 'As agreed with security',
  })
const publish = (account: string, key: string, draftVersion = 1) =>
  server.call<{ version: number }>(account, path('publish'), { key, draftVersion })
const list = async (language: 'zh' | 'en' = 'en') =>
  (await server.call<ParameterRow[]>('hq.it', path('list'), {}, language)).data
const rowOf = async (key: string) => (await list()).find((row) => row.key === key)

describe('the list of parameters', () => {
  it("the list of parameters shows current and initial values in the reader's language", async () => {
    const rows = await list('zh')
    expect(rows.find(({ key }) => key === 'session.absoluteMinutes')).toEqual({
      key: 'session.absoluteMinutes',
      label: '会话最长时限',
      hint: expect.stringContaining('结束'),
      kind: 'integer',
      unit: 'minutes',
      min: 15,
      max: 43_200,
      options: [],
      value: 600,
      delivered: 600,
      version: 0,
      draft: null,
    })
  })

  it('the list of parameters needs a right, and an auditor may only read it', async () => {
    expect((await server.call('in.channel', path('list'))).status).toBe(403)
    expect((await server.call('hq.auditor', path('list'))).status).toBe(200)
    expect((await save('hq.auditor', 'download.days', 3)).status).toBe(403)
  })
})

describe('a change of a parameter', () => {
  it('a draft of a parameter with an invalid value says what is wrong and cannot be published', async () => {
    const short = await save('hq.it', 'session.idleMinutes', '2')
    expect(short.data.problems.map(({ msg }) => msg)).toEqual(['Please enter a number from 5 to 1440'])
    const word = await save('hq.it', 'session.idleMinutes', 'soon', 1)
    expect(word.data.problems.map(({ msg }) => msg)).toEqual(['Please enter a whole number from 5 to 1440'])
    expect((await publish('hq.it2', 'session.idleMinutes', 2)).error?.key).toBe('twoPeople.incomplete')
    const language = await save('hq.it', 'language.default', 'fr')
    expect(language.data.problems.map(({ msg }) => msg)).toEqual(['fr is not one of the choices'])
    expect((await save('hq.it', 'no.such', 1)).error?.key).toBe('twoPeople.unknown')
  })

  it('publishing a shorter session time ends sessions that are longer unused', async () => {
    const key = 'session.idleMinutes'
    await server.call('hq.it', path('draft/discard'), { key, draftVersion: 2 })
    const quiet = () =>
      server.query(
        `update session set last_seen_at = product_now() - interval '20 minutes'
         where user_id = (select id from app_user where account = 'in.channel')`,
      )
    expect((await server.call('in.channel', '/aps/v1/admin/init?type=menu')).status).not.toBe(401)
    await save('hq.it', key, '10')
    expect(await publish('hq.it', key)).toMatchObject({ status: 403, error: { key: 'twoPeople.secondPerson' } })
    expect((await publish('hq.it2', key)).data).toEqual({ version: 1 })
    expect(await rowOf(key)).toMatchObject({ value: 10, delivered: 240, version: 1, draft: null })
    // A call before this process has heard of it would use the session again.
    const afterAWhile = async () => {
      await quiet()
      return (await server.get('in.channel', '/aps/v1/admin/init')).status
    }
    await expect.poll(afterAWhile, { timeout: 10_000 }).toBe(401)

    const audited = (
      await server.query<{ detail: object }>(
        `select detail from audit_entry where document_type = 'parameter' and action = 'publish' order by id`,
      )
    ).at(-1)
    expect(audited?.detail).toMatchObject({ key, version: 1, before: { value: 240 }, content: { value: 10 } })
  })

  it('an earlier value of a parameter is restored by two people as a new version', async () => {
    const key = 'session.idleMinutes'
    const back = await server.call<DraftView<ParameterContent>>('hq.it2', path('draft/restore'), {
      key,
      draftVersion: 0,
      version: 0,
    })
    expect(back.data).toMatchObject({ content: { value: 240 }, baseVersion: 1, problems: [] })
    expect((await publish('hq.it2', key)).error?.key).toBe('twoPeople.secondPerson')
    expect((await publish('hq.it', key)).data).toEqual({ version: 2 })
    const { data } = await server.call<SettingView<ParameterContent>>('hq.it', path('detail'), { key })
    expect(data.versions.map(({ version, content }) => [version, content.value])).toEqual([
      [2, 240],
      [1, 10],
      [0, 240],
    ])
  })

  it('a parameter is not published when its drafter was disabled or lost the right', async () => {
    const key = 'download.days'
    await save('hq.it', key, 3)
    await server.query(`update app_user set status = 'disabled' where account = 'hq.it'`)
    expect(await publish('hq.it2', key)).toMatchObject({ status: 403, error: { key: 'twoPeople.drafterMayNot' } })
    await server.query(`update app_user set status = 'active' where account = 'hq.it'`)
    expect((await publish('hq.it2', key)).status).toBe(200)
  })

  it('a published version of a setting cannot be changed in the database', async () => {
    const touch = server.query(`update setting_version set content = '{"value": 9999}' where kind = 'parameter'`)
    await expect(touch).rejects.toThrow('setting_version is append-only')
  })
})

// The last test of this file: the published setting also applies to the person who publishes.
describe('the request limits', () => {
  let other: ServerProcess
  let pool: pg.Pool

  beforeAll(async () => {
    other = await startServerProcess(databaseUrl, await freePort())
    pool = new pg.Pool({ connectionString: databaseUrl, max: 2, options: sessionOptions() })
  })

  afterAll(async () => {
    await pool?.end()
    await other?.stop()
  })

  const set = async (key: string, value: number) => {
    await save('hq.it', key, value)
    expect((await publish('hq.it2', key)).status).toBe(200)
  }
  /** How many of so many are refused; when a new minute begins meanwhile some more are accepted. */
  const refusedOf = async (count: number, ask: () => Promise<number>) => {
    const statuses: number[] = []
    for (let asked = 0; asked < count; asked += 1) statuses.push(await ask())
    return statuses.filter((status) => status === 429).length
  }

  it('the request limit of a person takes effect in a running process when it is published', async () => {
    const caller = await callerOf(pool, 'in.rsm')
    const ask = async () => (await caller.post(other.origin, '/aps/find', { keyword: 'CB' })).status
    expect(await refusedOf(150, ask)).toBe(0)
    await set('limit.personPerMinute', 60)
    await expect.poll(() => refusedOf(150, ask), { timeout: 20_000 }).toBeGreaterThanOrEqual(29)
  })

  it('the request limit of an address takes effect when it is published, also for callers without a session', async () => {
    const ask = async () => (await fetch(`${other.origin}/api/v1/admin/user/current`)).status
    expect(await refusedOf(620, ask)).toBe(0)
    await set('limit.addressPerMinute', 600)
    await expect.poll(() => refusedOf(700, ask), { timeout: 20_000 }).toBeGreaterThan(0)
  })
})
