import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { RunView } from '#areas/integration/integration-wire.ts'
import { runNext } from '#kernel/services/sync/run-runs.ts'
import { ADMINISTRATOR, EDITOR, type SyncWorld, syncWorld } from '#test/scenario/sync/sync-world.ts'

// Pulls from other systems: rows of a stand-in that pages as docs/webhooks.md says, written by the system's account.

interface Row {
  readonly code?: unknown
  readonly name?: string
  readonly area?: string
  readonly updatedAt: string
}
interface Detail {
  readonly run: RunView
  readonly rows: readonly {
    readonly position: number
    readonly key: string | null
    readonly row: string | null
    readonly reasons: readonly string[]
  }[]
}

let world: SyncWorld
let source: (Row | string)[] = []
let settings: Record<string, string> = {}

const POLICY = { systemCode: 'SRC', direction: 'inbound', path: '/channels', pageSize: 3 }
const MAPPING = 'code = code\nnameZh = name\nnameEn = name\nareaCode = area'

beforeAll(async () => {
  world = await syncWorld()
  await world.system('SRC')
  for (const [code, more] of Object.entries({
    'SRC-CURSOR': { paging: 'cursor', mapping: MAPPING },
    'SRC-SINCE': { paging: 'updatedSince', mapping: MAPPING },
    'SRC-CLOCK': { paging: 'cursor', mapping: MAPPING, schedule: '30 2 * * *', timezone: 'UTC+08:00' },
  })) {
    const { data, msg, status } = await world.setting(code, { ...POLICY, ...more })
    expect([status, msg]).toEqual([200, expect.anything()])
    settings = { ...settings, [code]: data.record.id }
  }
})
afterAll(() => world?.close())
beforeEach(() => {
  world.receiver.questions.length = 0
  world.receiver.answer = pageOf
})

/** By its place in the source, or by the time of the last change: at or after it, so that rows of one moment come again. */
function pageOf(url: URL) {
  const limit = Number(url.searchParams.get('limit'))
  const since = url.searchParams.get('updatedSince')
  if (since !== null || url.searchParams.get('by') === 'time') {
    const later = source.filter((row) => typeof row !== 'string' && row.updatedAt >= (since ?? ''))
    const page = Number(url.searchParams.get('page') ?? 1)
    return { records: later.slice((page - 1) * limit, page * limit) }
  }
  const from = Number(url.searchParams.get('cursor') ?? 0)
  const records = source.slice(from, from + limit)
  return { records, next: String(from + records.length), hasMore: from + records.length < source.length }
}

const rowOf = (code: string, minute: number, name = `Channel ${code}`): Row => ({
  code,
  name,
  area: 'IN',
  updatedAt: `2026-11-20T08:${String(minute).padStart(2, '0')}:00Z`,
})
const start = (code: string) =>
  world.server.call<{ id: string }>(ADMINISTRATOR, '/aps/sync/run/start', { id: settings[code], kind: 'run' })
const detail = async (id: string, account = ADMINISTRATOR) =>
  (await world.server.call<Detail>(account, '/aps/sync/run/detail', { id })).data
const keyOf = async (code: string) =>
  (
    await world.server.query<{ last_key: string | null }>('select last_key from sync_setting where code = $1', [code])
  )[0]?.last_key
async function ran(code: string): Promise<Detail> {
  const { data, status, msg } = await start(code)
  expect([status, msg]).toEqual([200, expect.anything()])
  await world.run()
  return detail(data.id)
}

it("pulled pages are written as the system's own account without superAdmin, bad rows are kept with reasons, and the cursor moves on", async () => {
  source = [
    rowOf('PL-1', 1),
    rowOf('PL-2', 2),
    { ...rowOf('PL-3', 3), area: 'NOWHERE' },
    rowOf('PL-4', 4),
    'nonsense',
    rowOf('PL-1', 5, 'Renamed'),
  ]
  const { run, rows } = await ran('SRC-CURSOR')
  expect(run).toMatchObject({
    state: 'succeeded',
    read: 6,
    written: 4,
    unchanged: 0,
    refused: 2,
    lastKey: '6',
    startedBy: expect.any(String),
  })
  const reasons = [[expect.stringContaining('NOWHERE')], [expect.stringContaining('Not a row')]]
  // An administrator sees that rows were refused and why; their content is for people who may view such records.
  expect(rows).toMatchObject([
    { position: 3, key: 'PL-3', reasons: reasons[0], row: null },
    { position: 5, key: null, reasons: reasons[1], row: null },
  ])
  expect((await detail(run.id, 'admin')).rows.map(({ row }) => row)).toEqual([
    expect.stringContaining('"PL-3"'),
    'nonsense',
  ])
  const entries = await world.server.query(
    `select u.account, u.status, e.action, e.detail ->> 'source' as source, e.detail ->> 'key' as key from audit_entry e join app_user u on u.id = e.actor_id
     where e.document_type = 'customerChannel' and e.detail ->> 'key' like 'PL-%' order by e.id`,
  )
  expect(entries).toEqual(
    [
      ['create', 'PL-1'],
      ['create', 'PL-2'],
      ['create', 'PL-4'],
      ['update', 'PL-1'],
    ].map(([action, key]) => ({ account: 'system.src', status: 'disabled', action, source: 'sync', key })),
  )
  expect(world.receiver.questions.every(({ isGenuine }) => isGenuine)).toBe(true)
  const again = await ran('SRC-CURSOR')
  expect(again.run).toMatchObject({ read: 0, written: 0, firstKey: '6', lastKey: '6' })
})

it('rows with the same time as the cursor are read again without effect, also when they fill more than a page', async () => {
  source = [rowOf('SN-1', 1), ...['A', 'B', 'C', 'D', 'E'].map((letter) => rowOf(`SN-2${letter}`, 2)), rowOf('SN-3', 3)]
  world.receiver.answer = (url) => {
    url.searchParams.set('by', 'time')
    return pageOf(url)
  }
  expect((await ran('SRC-SINCE')).run).toMatchObject({
    state: 'succeeded',
    written: 7,
    lastKey: '2026-11-20T08:03:00Z',
  })
  source = [...source, rowOf('SN-4', 4)]
  expect((await ran('SRC-SINCE')).run).toMatchObject({ state: 'succeeded', read: 2, written: 1, unchanged: 1 })
})

it('a field that a pulled row does not mention stays as it is', async () => {
  source = [{ code: 'SN-1', area: 'IN', updatedAt: '2026-11-20T09:00:00Z' }]
  expect((await ran('SRC-SINCE')).run).toMatchObject({ read: 1, unchanged: 1 })
})

it('a failed pull is tried again and resumes at its cursor, and the schedule starts runs of its own', async () => {
  await world.run()
  world.advance(26 * 3600)
  source = [rowOf('CK-1', 1), rowOf('CK-2', 2), rowOf('CK-3', 3), rowOf('CK-4', 4)]
  let asked = 0
  world.receiver.answer = (url) => ((asked += 1) === 2 ? { status: 503 } : pageOf(url))
  await world.run()
  const list = async () =>
    (
      await world.server.call<{ records: RunView[] }>(ADMINISTRATOR, '/aps/sync/run/queryPage', {
        settingCode: ['SRC-CLOCK'],
      })
    ).data.records
  expect(await list()).toMatchObject([
    {
      state: 'pullFail',
      trigger: 'schedule',
      startedBy: null,
      written: 3,
      lastKey: '3',
      nextAttemptAt: expect.any(String),
    },
  ])
  expect(await keyOf('SRC-CLOCK')).toBe('3')
  world.advance(15)
  await world.run()
  expect(await list()).toMatchObject([{ state: 'succeeded', read: 4, written: 4, attempts: 2, lastKey: '4' }])
})

it('a pull whose answer is malformed, broken off or redirected ends without moving the cursor', async () => {
  const before = await keyOf('SRC-CURSOR')
  for (const [reaction, key] of [
    [{ status: 200, text: 'not json' }, 'not what was agreed'],
    [{ rows: [] }, 'not what was agreed'],
    [{ beginning: '{"records":[' }, 'broke off'],
    [{ status: 302, location: 'http://127.0.0.1:1/' }, '302'],
    ['hang up', 'broke'],
  ] as const) {
    world.receiver.answer = () => reaction
    const { run } = await ran('SRC-CURSOR')
    expect([run.state, run.error]).toEqual(['pullFail', expect.stringContaining(key)])
  }
  expect(await keyOf('SRC-CURSOR')).toBe(before)
})

it('two workers never run one setting at the same time, and a run can be stopped between two pages', async () => {
  source = Array.from({ length: 12 }, (_, index) => rowOf(`TW-${index}`, index))
  let open = () => undefined as void
  world.receiver.gate = new Promise((resolve) => (open = resolve))
  await world.server.query(`update sync_setting set last_key = null where code = 'SRC-CURSOR'`)
  const { data } = await start('SRC-CURSOR')
  const { signal } = new AbortController()
  const first = runNext(world.services, signal)
  expect(await runNext(world.services, signal)).toBe(false)
  expect((await start('SRC-CURSOR')).error?.key).toBe('sync.runsAlready')
  expect((await world.server.call(EDITOR, '/aps/sync/run/stop', { id: data.id })).status).toBe(403)
  expect((await world.server.call(ADMINISTRATOR, '/aps/sync/run/stop', { id: data.id })).status).toBe(200)
  open()
  world.receiver.gate = null
  await first
  expect((await detail(data.id)).run).toMatchObject({ state: 'stopped', written: 0 })
  expect((await world.server.call(ADMINISTRATOR, '/aps/sync/run/stop', { id: data.id })).error?.key).toBe(
    'sync.notRunning',
  )
})

it('the cursor of a pull is moved by editors of settings with a reason that stays in the history', async () => {
  const move = (account: string, key: string | null, reason = 'Rows of the first day were lost there') =>
    world.server.call(account, '/aps/sync/setting/resetKey', { id: settings['SRC-CURSOR'], key, reason })
  await world.server.query(`update sync_setting set last_key = '6' where code = 'SRC-CURSOR'`)
  expect((await move('hq.auditor', '0')).status).toBe(403)
  expect((await move(ADMINISTRATOR, '2', '  ')).status).toBe(400)
  expect((await move(ADMINISTRATOR, '2')).status).toBe(200)
  expect((await move(ADMINISTRATOR, '2')).error?.key).toBe('sync.noKey')
  const { data } = await world.server.call<{ records: { changes: object[] }[] }>(
    ADMINISTRATOR,
    '/aps/sync/setting/history',
    {
      id: settings['SRC-CURSOR'],
    },
  )
  expect(data.records[0]).toMatchObject({
    changes: expect.arrayContaining([
      { field: 'lastKey', before: '6', after: '2' },
      { field: 'reason', before: null, after: 'Rows of the first day were lost there' },
    ]),
  })
})

it('a change that a system wrote is not pushed back to it', async () => {
  await world.system('ECHO')
  await world.setting('SRC-BACK', { systemCode: 'SRC' })
  await world.setting('ECHO-CH', { systemCode: 'ECHO' })
  await world.server.query(`update sync_setting set last_key = null where code = 'SRC-CURSOR'`)
  source = [rowOf('EC-1', 1)]
  await ran('SRC-CURSOR')
  await world.relay()
  expect([await world.pushes('SRC-BACK', 'EC-1'), await world.pushes('ECHO-CH', 'EC-1')]).toMatchObject([
    [],
    [{ state: 'pendingPushed' }],
  ])
})
