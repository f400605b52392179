import { once } from 'node:events'
import { createServer, get, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { callerOf } from '#test/helpers/servers/processes.ts'
import { type LiveStreams, liveStreams } from './streams.ts'

let world: World
let streams: LiveStreams
let server: Server
let person: { userId: number; sessionId: string; hears: (kind: string) => boolean }
/** Runs between a request and its stream. */
let before: (answer: ServerResponse) => Promise<unknown>

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '1000.00', 1)
  await callerOf(world.pool, 'in.channel')
  const [session] = await world.query<{ id: string; user_id: number }>('select id::text as id, user_id from session')
  person = { userId: session?.user_id ?? 0, sessionId: session?.id ?? '', hears: (kind) => kind !== 'b' }
  streams = liveStreams({ databaseUrl, pool: world.pool, now: productNow, version: 'v' })
  server = createServer((_request, answer) => {
    void before(answer).then(() => streams.open(person, () => answer.writeHead(200)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  streams.endAll()
  await streams.close()
  server.close()
  await world.close()
})

const request = () => get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false })

it('no live stream is kept for a page that left before it began', async () => {
  const gone = Promise.withResolvers<void>()
  before = async (answer) => {
    page.destroy()
    await once(answer, 'close')
    setTimeout(gone.resolve, 500)
  }
  const page = request().on('error', () => undefined)
  await gone.promise
  expect(streams.count()).toBe(0)
})

it('a live stream survives an unreadable message and leaves out lists that its reader may not see', async () => {
  before = () => Promise.resolve()
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const [answer] = (await once(request(), 'response')) as [NodeJS.ReadableStream]
  const heard: string[] = []
  answer.on('data', (piece: Buffer) => heard.push(piece.toString()))
  await vi.waitFor(() => expect(heard.join('')).toContain('hello'))
  await world.query(
    `select pg_notify('live', 'no json'), pg_notify('live', '{"type":"tasks"}'), pg_notify('live', '{"type":"change","kinds":["b"]}'), pg_notify('live', '{"type":"change","kinds":["b","a"]}')`,
  )
  await vi.waitFor(() => expect(heard.join('')).toContain('{"type":"change","kinds":["a"]}'))
  expect(heard.join('')).not.toContain('"b"')
  expect(complaints).toHaveBeenCalled()
  complaints.mockRestore()
})
