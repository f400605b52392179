import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMINISTRATOR, RECEIVER_SECRET, type SyncWorld, syncWorld } from '#test/scenario/sync/sync-world.ts'
import { childrenOf, type ServerProcess, startServerProcess } from '#test/helpers/servers/processes.ts'
import { freePort } from '#test/helpers/servers/running-server.ts'
import { until } from '#test/helpers/until.ts'

// A worker that is killed as a machine without memory kills it: with a message that was sent and not answered, and in the middle of a pull.

let world: SyncWorld
let other: ServerProcess

beforeAll(async () => {
  world = await syncWorld()
  await world.system('KILL', { timeoutSeconds: 20 })
  await world.setting('KILL-CH', { systemCode: 'KILL' })
  other = await startServerProcess(world.databaseUrl, await freePort(), 'all', {
    SYNC_SECRET_STORY: RECEIVER_SECRET,
    SYNC_INTERNAL_HOSTS: '127.0.0.1',
  })
})
afterAll(() => Promise.all([other?.stop(), world?.close()]))

const PAGE = 5
const rows = Array.from({ length: 12 }, (_, index) => ({ code: `KL-${index}`, name: `Killed ${index}`, area: 'IN' }))

it('after kill -9 a synchronization asks for the sent message instead of repeating it, and writes each row once', async () => {
  const { receiver, server } = world
  const mapping = 'code = code\nnameZh = name\nnameEn = name\nareaCode = area'
  const pull = { systemCode: 'KILL', direction: 'inbound', paging: 'cursor', pageSize: PAGE, mapping }
  const { data } = await world.setting('KILL-PULL', pull)
  let open = () => undefined as void
  const gate = new Promise<void>((resolve) => (open = resolve))
  receiver.always = () => {
    receiver.gate = gate
    return { status: 200 }
  }
  receiver.answer = (url) => {
    if (url.pathname.startsWith('/messages/')) return { state: 'accepted', reference: 'R-KILL' }
    const from = Number(url.searchParams.get('cursor') ?? 0)
    // The second page is on its way when the worker dies.
    if (from > 0) receiver.gate = gate
    const next = Math.min(rows.length, from + PAGE)
    return { records: rows.slice(from, next), next: String(next), hasMore: next < rows.length }
  }
  const run = await server.call<{ id: string }>(ADMINISTRATOR, '/aps/sync/run/start', {
    id: data.record.id,
    kind: 'run',
  })
  await until(
    async () => receiver.questions.length === 2,
    () => `no second page was asked for: ${other.condition()}`,
  )
  await world.channel('KL-PUSH')
  await until(
    async () => receiver.messages.length === 1,
    () => `nothing was sent: ${other.condition()}`,
  )
  const [worker = 0] = childrenOf(other.pid)
  process.kill(worker, 'SIGKILL')
  await other.kill()
  receiver.gate = null
  open()

  expect(await world.pushes('KILL-CH', 'KL-PUSH')).toMatchObject([{ state: 'pushing', attempts: 1 }])
  await world.tell()
  await world.run()
  // Another worker may still be sending: until its time is over no other touches them.
  expect(await world.pushes('KILL-CH', 'KL-PUSH')).toMatchObject([{ state: 'pushing', attempts: 1 }])
  world.advance(600)
  await world.tell()
  await world.run()
  expect(await world.pushes('KILL-CH', 'KL-PUSH')).toMatchObject([{ state: 'succeededPushed', reference: 'R-KILL' }])
  expect(receiver.messages.filter(({ body }) => body.includes('KL-PUSH'))).toHaveLength(1)
  const detail = await server.call<{ run: object }>(ADMINISTRATOR, '/aps/sync/run/detail', { id: run.data.id })
  expect(detail.data.run).toMatchObject({ state: 'succeeded', read: 12, written: 12, unchanged: 0, lastKey: '12' })
  const written = await server.query(
    `select count(*)::int as entries, count(distinct e.document_id)::int as records from audit_entry e
     where e.document_type = 'customerChannel' and e.detail ->> 'key' ~ '^KL-[0-9]'`,
  )
  expect(written).toEqual([{ entries: 12, records: 12 }])
})
