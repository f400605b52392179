import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '#kernel/platform/db/tx.ts'
import { forgottenSync } from '#kernel/services/sync/start-sync.ts'
import { ADMINISTRATOR, EDITOR, type SyncWorld, syncWorld } from '#test/scenario/sync/sync-world.ts'
import { productNow } from '#kernel/base/clock/clock.ts'

// Pushes of records to other systems: by the clock of the test, to a real server under the test's control.

let world: SyncWorld

beforeAll(async () => {
  world = await syncWorld()
  await world.system('HUB')
  await world.system('MUTE', { queryPath: null })
  const mapping = 'code = no\nnameEn = name.en\nstate = status'
  expect((await world.setting('HUB-CH', { systemCode: 'HUB', mapping })).status).toBe(200)
})
afterAll(() => world?.close())
afterEach(() => {
  const { receiver } = world
  receiver.messages.length = 0
  receiver.questions.length = 0
  receiver.next.length = 0
  receiver.always = () => ({ status: 200, text: '{"reference":"R-1"}' })
  receiver.answer = () => ({ status: 404 })
})

const told = async () => {
  await world.relay()
  await world.tell()
}
const statesOf = async (setting: string, key: string) => (await world.pushes(setting, key)).map(({ state }) => state)
const act = (account: string, body: object) => world.server.call<{ done: number }>(account, '/aps/sync/push/act', body)

describe('a push of a changed record', () => {
  it('a changed record is pushed once, signed, with the mapped names, without an entry in its history', async () => {
    const channel = await world.channel('ST-1')
    await told()
    await told()
    const [message, ...others] = world.receiver.messages
    expect(others).toEqual([])
    expect(message).toMatchObject({ path: '/hub-ch', isGenuine: true })
    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'customerChannel.created',
      timestamp: expect.any(String),
      data: {
        record: 'customerChannel',
        id: channel.id,
        key: 'ST-1',
        version: 1,
        state: 'enabled',
        values: { no: 'ST-1', name: { en: 'Channel' }, status: 'enabled' },
      },
    })
    expect(await world.pushes('HUB-CH', 'ST-1')).toMatchObject([
      { state: 'succeededPushed', reference: 'R-1', message_id: message?.id },
    ])
  })

  it('a push overtaken by a newer version becomes Non-push, and a deleted record is pushed as deleted', async () => {
    const first = await world.channel('ST-2')
    await world.relay()
    const second = await world.rename(first, { ...first.values, nameEn: 'Newer' })
    await told()
    expect(await statesOf('HUB-CH', 'ST-2')).toEqual(['nonPush', 'succeededPushed'])
    expect(world.receiver.messages.map(({ body }) => body)).toEqual([expect.stringContaining('Newer')])
    await world.server.call(EDITOR, '/aps/budget/customerChannel/delete', { id: second.id, version: second.version })
    await told()
    expect(JSON.parse(world.receiver.messages[1]?.body ?? '')).toMatchObject({
      type: 'customerChannel.deleted',
      data: { key: 'ST-2', version: 3, values: null },
    })
  })

  it('a late relay pushes the current version of a record once', async () => {
    const first = await world.channel('ST-3')
    await world.rename(first, { ...first.values, nameEn: 'Both at once' })
    await told()
    expect(world.receiver.messages).toHaveLength(1)
    expect(await statesOf('HUB-CH', 'ST-3')).toEqual(['nonPush', 'succeededPushed'])
  })

  it('a push of a version that the record has not reached is sent and blocks nothing', async () => {
    await world.channel('ST-0')
    await told()
    await world.server.query(
      `insert into sync_push (setting_code, record_id, record_version, act, record_key, scope_id, state, asked_at, next_attempt_at, created_at, updated_at)
       select setting_code, record_id, 7, 'update', record_key, scope_id, 'pendingPushed', asked_at, asked_at, created_at, updated_at
       from sync_push where setting_code = 'HUB-CH' and record_key = 'ST-0'`,
    )
    await told()
    expect(await statesOf('HUB-CH', 'ST-0')).toEqual(['succeededPushed', 'succeededPushed'])
  })

  it('a record is not pushed by a setting of another organisation', async () => {
    await world.setting('HUB-ID', { systemCode: 'HUB', organisationCode: 'ID' })
    await world.channel('ST-4')
    await world.channel('ST-5', { areaCode: 'ID' })
    await told()
    expect(
      world.receiver.messages.filter(({ path }) => path === '/hub-id').map(({ body }) => JSON.parse(body).data.key),
    ).toEqual(['ST-5'])
  })
})

describe('a failing push', () => {
  it('a failing push is tried again with growing waits and succeeds with the same body and id', async () => {
    world.receiver.next.push({ status: 503 }, { status: 429, retryAfter: 60 })
    await world.channel('ST-10')
    await told()
    expect(await world.pushes('HUB-CH', 'ST-10')).toMatchObject([
      { state: 'pendingPushed', attempts: 1, is_unsure: false, last_error: { key: 'sync.unavailable' } },
    ])
    await world.tell()
    expect(world.receiver.messages).toHaveLength(1)
    world.advance(13)
    await world.tell()
    world.advance(30)
    await world.tell()
    expect(world.receiver.messages).toHaveLength(2)
    world.advance(31)
    await world.tell()
    expect(await world.pushes('HUB-CH', 'ST-10')).toMatchObject([
      { state: 'succeededPushed', attempts: 3, last_error: null },
    ])
    const { messages } = world.receiver
    expect(messages.map(({ isGenuine }) => isGenuine)).toEqual([true, true, true])
    expect(new Set(messages.map(({ id, body }) => `${id} ${body}`)).size).toBe(1)
  })

  it('a push that failed all its attempts can be repeated by hand by a person with the right', async () => {
    world.receiver.always = () => ({ status: 500 })
    await world.channel('ST-11')
    await told()
    for (let attempt = 0; attempt < 4; attempt += 1) {
      world.advance(100)
      await world.tell()
    }
    const [push] = await world.pushes('HUB-CH', 'ST-11')
    expect(push).toMatchObject({ state: 'failedPushed', attempts: 3 })
    expect((await act(EDITOR, { act: 'retry', ids: [push?.id] })).status).toBe(403)
    expect((await act('hq.auditor', { act: 'retry', ids: [push?.id] })).status).toBe(403)
    world.receiver.always = () => ({ status: 204 })
    expect((await act(ADMINISTRATOR, { act: 'retry', ids: [push?.id] })).data).toEqual({ done: 1 })
    await world.tell()
    expect(await statesOf('HUB-CH', 'ST-11')).toEqual(['succeededPushed'])
    expect((await act(ADMINISTRATOR, { act: 'retry', ids: [push?.id] })).data).toEqual({ done: 0 })
  })

  it('a push that was refused or redirected is given up at once and can be superseded by hand', async () => {
    // They run side by side, in no promised order.
    world.receiver.always = ({ body }) =>
      body.includes('ST-12') ? { status: 422, text: 'closed' } : { status: 307, location: 'http://127.0.0.1:1/' }
    await world.channel('ST-12')
    await world.channel('ST-13')
    await told()
    expect([await statesOf('HUB-CH', 'ST-12'), await statesOf('HUB-CH', 'ST-13')]).toEqual([
      ['failedPushed'],
      ['failedPushed'],
    ])
    const { data } = await world.server.call<{ records: { error: string; id: string }[] }>(
      ADMINISTRATOR,
      '/aps/sync/push/queryPage',
      {
        recordKey: 'ST-12',
      },
    )
    expect(data.records).toMatchObject([{ error: 'The other system refused it (422): closed' }])
    expect((await act(ADMINISTRATOR, { act: 'supersede', ids: [data.records[0]?.id] })).data).toEqual({ done: 1 })
    expect(await statesOf('HUB-CH', 'ST-12')).toEqual(['nonPush'])
    expect((await act(ADMINISTRATOR, { act: 'retry', settingCode: 'HUB-CH' })).data.done).toBe(1)
    world.receiver.always = () => ({ status: 200 })
    await world.tell()
    expect(await statesOf('HUB-CH', 'ST-13')).toEqual(['succeededPushed'])
  })
})

describe('a push without an answer', () => {
  it('a push without an answer is uncertain, and the other system is asked by its id first', async () => {
    world.receiver.next.push('hang up')
    await world.channel('ST-20')
    await told()
    const [push] = await world.pushes('HUB-CH', 'ST-20')
    expect(push).toMatchObject({ state: 'pushed', is_unsure: true })
    world.receiver.answer = () => ({ state: 'processing' })
    world.advance(15)
    await world.tell()
    expect(await statesOf('HUB-CH', 'ST-20')).toEqual(['pushed'])
    world.receiver.answer = () => ({ state: 'accepted', reference: 'R-20' })
    world.advance(30)
    await world.tell()
    expect(await world.pushes('HUB-CH', 'ST-20')).toMatchObject([{ state: 'succeededPushed', reference: 'R-20' }])
    expect(world.receiver.messages).toHaveLength(1)
    expect(world.receiver.questions.map(({ path, isGenuine }) => [path, isGenuine])).toEqual([
      [`/messages/${push?.message_id}`, true],
      [`/messages/${push?.message_id}`, true],
    ])
  })

  it('a push that the other system does not know is sent again', async () => {
    world.receiver.next.push('hang up')
    await world.channel('ST-21')
    await told()
    world.advance(15)
    await world.tell()
    expect(await world.pushes('HUB-CH', 'ST-21')).toMatchObject([
      { state: 'pendingPushed', is_unsure: false, last_error: { key: 'sync.missing' } },
    ])
    world.advance(30)
    await world.tell()
    expect(await statesOf('HUB-CH', 'ST-21')).toEqual(['succeededPushed'])
    expect(world.receiver.messages).toHaveLength(2)
  })

  it('a push to a system that cannot be asked is repeated under the same id, and a newer version waits', async () => {
    await world.setting('MUTE-CH', { systemCode: 'MUTE' })
    world.receiver.always = ({ path }) => (path === '/mute-ch' ? 'hang up' : { status: 200 })
    const first = await world.channel('ST-22')
    await told()
    expect(await statesOf('MUTE-CH', 'ST-22')).toEqual(['pushed'])
    await world.rename(first, { ...first.values, nameEn: 'Second' })
    await told()
    expect(await statesOf('MUTE-CH', 'ST-22')).toEqual(['pushed', 'pendingPushed'])
    world.receiver.always = () => ({ status: 200 })
    world.advance(15)
    await world.tell()
    await world.tell()
    expect(await statesOf('MUTE-CH', 'ST-22')).toEqual(['succeededPushed', 'succeededPushed'])
    const mute = world.receiver.messages.filter(({ path }) => path === '/mute-ch')
    expect(mute.map(({ body }) => JSON.parse(body).data.version)).toEqual([1, 1, 2])
    expect(new Set(mute.slice(0, 2).map(({ id }) => id)).size).toBe(1)
  })
})

it('two workers send each due push once and different records side by side', async () => {
  const file = Array.from({ length: 40 }, (_, index) => `ST-3${String(index).padStart(2, '0')}`)
  for (const code of file) await world.channel(code)
  await world.relay()
  await Promise.all([world.tell(), world.tell()])
  const keys = world.receiver.messages
    .filter(({ path }) => path === '/hub-ch')
    .map(({ body }) => JSON.parse(body).data.key as string)
  expect(keys.toSorted()).toEqual(file)
})

it('a manual run pushes every record that was not pushed, once', async () => {
  const { data } = await world.setting('HUB-ALL', { systemCode: 'HUB', recordCode: 'currency' })
  const start = (account: string) =>
    world.server.call<{ id: string }>(account, '/aps/sync/run/start', { id: data.record.id, kind: 'run' })
  expect((await start(EDITOR)).status).toBe(403)
  const run = await start(ADMINISTRATOR)
  expect((await start(ADMINISTRATOR)).error?.key).toBe('sync.runsAlready')
  await world.run()
  await world.tell()
  const [{ total } = { total: 0 }] = await world.server.query<{ total: number }>(
    'select count(*)::int as total from currency',
  )
  const detail = await world.server.call<{ run: object }>(ADMINISTRATOR, '/aps/sync/run/detail', { id: run.data.id })
  expect(detail.data.run).toMatchObject({
    state: 'succeeded',
    kind: 'fill',
    read: total,
    written: total,
    startedBy: expect.any(String),
  })
  expect(world.receiver.messages.filter(({ path }) => path === '/hub-all')).toHaveLength(total)
  await start(ADMINISTRATOR)
  await world.run()
  await world.tell()
  expect(world.receiver.messages.filter(({ path }) => path === '/hub-all')).toHaveLength(total)
})

it('a trial run reports wrong addresses, secrets and answers, and never calls a private address', async () => {
  const ping = async (code: string) => {
    const [row] = await world.server.query<{ id: string }>('select id from sync_setting where code = $1', [code])
    const { data } = await world.server.call<{ id: string }>(ADMINISTRATOR, '/aps/sync/run/start', {
      id: row?.id,
      kind: 'ping',
    })
    await world.run()
    const detail = await world.server.call<{ run: { state: string; error: string | null } }>(
      ADMINISTRATOR,
      '/aps/sync/run/detail',
      {
        id: data.id,
      },
    )
    return [detail.data.run.state, detail.data.run.error]
  }
  expect(await ping('HUB-CH')).toEqual(['succeeded', null])
  expect(JSON.parse(world.receiver.messages.at(-1)?.body ?? '')).toMatchObject({ type: 'ping' })
  await world.system('INSIDE', { baseAddress: 'https://localhost:1/api' })
  await world.setting('INSIDE-CH', { systemCode: 'INSIDE' })
  expect(await ping('INSIDE-CH')).toEqual(['pushFail', expect.stringContaining('not allowed')])
  await world.system('BARE', { secretName: 'NOBODYS' })
  await world.setting('BARE-CH', { systemCode: 'BARE' })
  expect(await ping('BARE-CH')).toEqual(['pushFail', 'No secret is configured under the name NOBODYS'])
})

it('the form of a setting refuses what cannot work, naming the field', async () => {
  const fields = async (more: object) => {
    const { status, error } = await world.setting('WRONG', { systemCode: 'HUB', ...more })
    return [status, error?.field, error?.key]
  }
  expect(await fields({ mapping: 'code = no\ncolour = colour' })).toEqual([400, 'mapping', 'sync.mappingField'])
  expect(await fields({ mapping: 'code -> no' })).toEqual([400, 'mapping', 'sync.mappingLine'])
  expect(await fields({ schedule: '61 * * * *', timezone: 'UTC+08:00' })).toEqual([400, 'schedule', 'sync.schedule'])
  expect(await fields({ schedule: '1 * * * *' })).toEqual([400, 'timezone', 'integration.zoneMissing'])
  expect(await fields({ direction: 'inbound' })).toEqual([400, 'paging', 'integration.pagingMissing'])
  await expect(world.system('WRONG', { baseAddress: 'http://erp.company.example' })).rejects.toThrow('https://')
  await expect(world.system('WRONG', { baseAddress: 'https://me:secret@erp.company.example' })).rejects.toThrow(
    'password',
  )
})

it('finished pushes are deleted after SYNC_LOG_DAYS, and waiting ones are kept', async () => {
  await world.channel('ST-90')
  await told()
  await world.channel('ST-91')
  await world.relay()
  await world.server.query(
    `update sync_push set created_at = product_now() - interval '100 days', updated_at = product_now() - interval '100 days'`,
  )
  await world.server.query(
    `update sync_run set created_at = product_now() - interval '100 days', ended_at = ended_at - interval '100 days'`,
  )
  const forget = async (days: number) => {
    await transaction(world.pool, async (tx) => {
      for (const statement of forgottenSync(productNow(), days)) await tx.run(statement)
    })
    return await world.server.query<{ record_key: string; state: string }>(
      `select record_key, state from sync_push where record_key in ('ST-90', 'ST-91') and setting_code = 'HUB-CH' order by 1`,
    )
  }
  const both = [
    { record_key: 'ST-90', state: 'succeededPushed' },
    { record_key: 'ST-91', state: 'pendingPushed' },
  ]
  expect(await forget(101)).toEqual(both)
  expect(await forget(99)).toEqual(both.slice(1))
})
