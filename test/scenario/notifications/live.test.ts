import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startEmbedded } from '#kernel/platform/db/embedded/embedded.ts'
import { createFromRecipe, migratedRecipe } from '#kernel/platform/db/embedded/template.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import type { ActionAnswer } from '#kernel/engine/document/action/command.ts'
import type { LiveMessage } from '#kernel/platform/live/live-event.ts'
import { publishLive } from '#kernel/platform/live/live.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { readLive } from '#test/helpers/servers/requests.ts'
import { callerOf, killPostmaster, type ServerProcess, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort, type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'

const SUBMIT = '/aps/budget/country/bpm/template-code'
const application = {
  ...INDIA,
  lines: [
    { countryCode: 'IN', projectCode: 'PR-1', fscId: 'F01', subBusiCode: 'S01', productLineCode: 'P1', amount: '1' },
  ],
}
const isTasks = (news: LiveMessage) => news.type === 'tasks'
const isChange = (news: LiveMessage) => news.type === 'change' && news.kinds.includes('countryBudget')
const isHello = (news: LiveMessage) => news.type === 'hello'

describe('live updates over two processes', () => {
  let world: World
  let acting: ServerProcess
  let showing: ServerProcess

  beforeAll(async () => {
    const databaseUrl = await testDatabase()
    world = await budgetWorld(databaseUrl, '1000.00', 4)
    acting = await startServerProcess(databaseUrl, await freePort(), 'all')
    showing = await startServerProcess(databaseUrl, await freePort())
  })
  afterAll(async () => {
    await Promise.all([acting.stop(), showing.stop()])
    await world.close()
  })

  it('an action on one process reaches the pages open on the other, for list readers and task holders', async () => {
    const [channel, manager, other] = await Promise.all(
      ['in.channel', 'in.manager', 'id.manager'].map((account) => callerOf(world.pool, account)),
    )
    const hers = await readLive(showing.origin, manager?.token ?? '')
    const theirs = await readLive(showing.origin, other?.token ?? '')
    await Promise.all([hers.hears(isHello), theirs.hears(isHello)])

    const submitted = await channel?.post<ActionAnswer>(acting.origin, SUBMIT, application)
    await Promise.all([hers.hears(isTasks), hers.hears(isChange), theirs.hears(isChange)])
    expect(theirs.news.filter(isTasks)).toEqual([])

    // After the withdrawal the manager's task is gone and their page is told.
    const heard = hers.news.length
    const { formInstanceId, version } = submitted?.body.data ?? {}
    await channel?.post(acting.origin, '/aps/budget/country/withdraw', { formInstanceId, version })
    await hers.hears(isTasks, heard)
    // Another region learns that some list changed, and nothing else.
    expect([...new Set(theirs.news.map((news) => news.type))]).toEqual(['hello', 'change'])
    for (const reader of [hers, theirs]) reader.stop()
  })

  it('a stopping process ends its live streams without waiting for them', async () => {
    const manager = await callerOf(world.pool, 'in.manager')
    const reader = await readLive(showing.origin, manager.token)
    await reader.hears(isHello)
    const stopping = showing.stop()
    await reader.ended
    expect(reader.news.at(-1)).toEqual({ type: 'bye', reason: 'closing' })
    // Far below the time that running requests are given (DRAIN_SECONDS).
    expect(await Promise.race([stopping.then(() => 'stopped'), sleep(5_000).then(() => 'waits')])).toBe('stopped')
  })
})

describe('live updates of one process', () => {
  let world: World
  let server: RunningServer
  const tokenOf = async (account: string) => (await callerOf(world.pool, account)).token

  beforeAll(async () => {
    const databaseUrl = await testDatabase()
    world = await budgetWorld(databaseUrl, '1000.00', 4)
    server = await runServer(databaseUrl, { live: { timing: { heartbeatMs: 100, checkMs: 100 } } })
  })
  afterAll(async () => {
    await server.close()
    await world.close()
  })

  it('a live stream is answered so that no proxy buffers it, and names the build of the pages', async () => {
    const reader = await readLive(server.origin, await tokenOf('in.channel'))
    expect(reader.status).toBe(200)
    expect(Object.fromEntries(reader.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(await reader.hears(isHello)).toEqual({ type: 'hello', version: expect.any(String) })
    reader.stop()
  })

  it('a live stream is refused without a session', async () => {
    expect((await fetch(`${server.origin}/api/v1/live`)).status).toBe(401)
  })

  it('a live stream ends with its session and does not keep the session alive', async () => {
    const token = await tokenOf('in.channel')
    const reader = await readLive(server.origin, token)
    await reader.hears(isHello)
    await world.query(`update session set last_seen_at = product_now() - interval '239 minutes'`)
    const again = await readLive(server.origin, token)
    await again.hears(isHello)
    const [left] = await world.query<{ used: boolean }>(
      `select bool_or(last_seen_at > product_now() - interval '1 minute') as used from session`,
    )
    expect(left?.used, 'listening counts as use').toBe(false)
    await world.query('delete from session')
    await Promise.all([reader.ended, again.ended])
    expect(reader.news.at(-1)).toEqual({ type: 'bye', reason: 'session' })
    expect((await readLive(server.origin, token)).status).toBe(401)
  })

  it("a live stream ends when its person's roles change, and the streams of others go on", async () => {
    const changed = await readLive(server.origin, await tokenOf('in.channel'))
    const same = await readLive(server.origin, await tokenOf('in.manager'))
    await Promise.all([changed.hears(isHello), same.hears(isHello)])
    await world.query(
      `delete from user_role where user_id = (select id from app_user where account = 'in.channel') and role_code = 'channelManager'`,
    )
    await changed.ended
    expect(changed.news.at(-1)).toEqual({ type: 'bye', reason: 'session' })
    await transaction(world.pool, (tx) => tx.run(publishLive({ type: 'change', kinds: ['countryBudget'] })))
    await same.hears(isChange)
    same.stop()
  })

  it('a live stream tells of a download to its owner alone and splits messages to thousands of people', async () => {
    const [owner] = await world.query<{ id: number }>(`select id from app_user where account = 'in.manager'`)
    const [mine, theirs] = await Promise.all(
      ['in.manager', 'in.rsd'].map(async (account) => readLive(server.origin, await tokenOf(account))),
    )
    await Promise.all([mine?.hears(isHello), theirs?.hears(isHello)])
    const everyone = [...Array.from({ length: 9_000 }, (_, id) => 2_000_000_000 + id), owner?.id ?? 0]
    await transaction(world.pool, async (tx) => {
      await tx.run(publishLive({ type: 'download', userIds: [owner?.id ?? 0], taskId: '7' }))
      await tx.run(publishLive({ type: 'tasks', userIds: everyone }))
      await tx.run(publishLive({ type: 'change', kinds: ['countryBudget'] }))
    })
    await theirs?.hears((news) => news.type === 'change')
    expect(theirs?.news.map((news) => news.type)).toEqual(['hello', 'change'])
    expect(mine?.news.slice(1)).toEqual([
      { type: 'download', taskId: '7' },
      { type: 'tasks' },
      { type: 'change', kinds: ['countryBudget'] },
    ])
    for (const reader of [mine, theirs]) reader?.stop()
  })

  it('a stream tells only of changes to lists that its reader may see, and an account without a menu of none', async () => {
    const [none, region, all] = await Promise.all(
      ['nomenu', 'id.channel', 'hq.auditor'].map(async (account) => readLive(server.origin, await tokenOf(account))),
    )
    await Promise.all([none, region, all].map((reader) => reader!.hears(isHello)))
    const [person] = await world.query<{ id: number }>(`select id from app_user where account = 'nomenu'`)
    await transaction(world.pool, async (tx) => {
      await tx.run(publishLive({ type: 'change', kinds: ['countryBudget', 'country', 'user', 'noSuchKind'] }))
      await tx.run(publishLive({ type: 'notifications', userIds: [person!.id] }))
    })
    await none!.hears((news) => news.type === 'notifications')
    expect(none!.news.slice(1)).toEqual([{ type: 'notifications' }])
    const kindsOf = (reader: typeof none) => reader!.news.flatMap((news) => (news.type === 'change' ? news.kinds : []))
    await Promise.all([region, all].map((reader) => reader!.hears(isChange)))
    expect(kindsOf(region)).toContain('countryBudget')
    expect(kindsOf(region)).not.toContain('user')
    expect(kindsOf(all)).not.toContain('noSuchKind')
    for (const reader of [none, region, all]) reader!.stop()
  })

  it('the newest live stream of a person replaces the oldest beyond the limit', async () => {
    const token = await tokenOf('hq.auditor')
    const first = await readLive(server.origin, token)
    await first.hears(isHello)
    const others = await Promise.all(Array.from({ length: 12 }, () => readLive(server.origin, token)))
    await Promise.all(others.map((reader) => reader.hears(isHello)))
    await first.ended
    expect(first.news.at(-1)).toEqual({ type: 'bye', reason: 'crowded' })
    for (const reader of others) reader.stop()
  })

  it('a live stream whose reader does not read is closed instead of buffered', async () => {
    const token = await tokenOf('hq.budget')
    const served = new Set<Socket>()
    server.app.server.on('connection', (socket: Socket) => served.add(socket))
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET /api/v1/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
    await once(socket, 'readable')
    const [end] = [...served]
    // From here on nothing is read: the network's own buffers fill first, then the process's would. PostgreSQL delivers
    // equal messages of one transaction only once, so each is one kind shorter than the one before.
    const kinds = Array.from({ length: 400 }, () => 'countryBudget')
    for (let round = 0; round < 400 && !end?.destroyed; round += 1) {
      await transaction(world.pool, async (tx) => {
        for (let part = 0; part < 20; part += 1) await tx.run(publishLive({ type: 'change', kinds: kinds.slice(part) }))
      })
      expect(end?.writableLength ?? 0).toBeLessThan(1_000_000)
    }
    expect(end?.destroyed).toBe(true)
    socket.destroy()
  })
})

it('all live streams are told to reload after the database has died and come back', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'live-'))
  let postgres = await startEmbedded({ dataDir })
  const databaseUrl = await createFromRecipe(postgres.url('postgres'), migratedRecipe(), 'live')
  const world = await budgetWorld(databaseUrl, '1000.00', 4)
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const server = await runServer(databaseUrl, { live: { timing: { heartbeatMs: 100, checkMs: 100 } } })
  try {
    const reader = await readLive(server.origin, (await callerOf(world.pool, 'in.manager')).token)
    await reader.hears(isHello)
    killPostmaster(postgres.pid)
    postgres = await startEmbedded({ dataDir })
    await reader.hears((news) => news.type === 'refresh')
    await transaction(world.pool, (tx) => tx.run(publishLive({ type: 'change', kinds: ['countryBudget'] })))
    await reader.hears(isChange)
    expect(reader.news.filter((news) => news.type === 'bye')).toEqual([])
    reader.stop()
  } finally {
    await server.close()
    await world.close()
    complaints.mockRestore()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)
