import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { demoServer, type DemoServer } from '#test/helpers/servers/demo-server.ts'

let world: World
let server: DemoServer

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '1000.00', 4)
  server = await demoServer(databaseUrl)
})
afterAll(async () => {
  await server?.close()
  await world?.close()
})

const draft = (account: string, reason = 'A draft') =>
  world.act(account, 'save', { raw: { ...INDIA, reason, lines: [] } })
const remove = (account: string, id: string, version: number, key?: string) =>
  world.act(account, 'delete', { id, version }, key)
const rowsOf = (id: string) => world.query<{ state: string }>('select state from country_budget where id = $1', [id])

describe('a draft', () => {
  it('a draft deleted by its drafter leaves its audit entry, and its number is not used again', async () => {
    const { id, no } = await draft('in.channel', 'To be deleted')
    await remove('in.channel', id, 1, 'delete-key-1')
    expect(await rowsOf(id)).toEqual([])
    const audit = await world.query<{ action: string; from_state: string; to_state: string | null; detail: unknown }>(
      'select action, from_state, to_state, detail from audit_entry where document_id = $1 order by id',
      [id],
    )
    expect(audit.map(({ action, to_state }) => [action, to_state])).toEqual([
      ['save', 'draft'],
      ['delete', null],
    ])
    expect(audit[1]?.detail).toMatchObject({ no, header: { reason: 'To be deleted' } })
    // A repeat of the same request is answered as the first time.
    expect((await remove('in.channel', id, 1, 'delete-key-1')).no).toBe(no)
    await expect(remove('in.channel', id, 1)).rejects.toThrow('document.notFound')
    expect((await draft('in.channel')).no > no).toBe(true)
  })

  it('a draft cannot be deleted by others or from an outdated state', async () => {
    const { id } = await draft('in.channel')
    for (const other of ['in.manager', 'id.channel', 'admin']) {
      await expect(remove(other, id, 1)).rejects.toThrow(/document.not(Yours|Found)|http.forbidden/)
    }
    await expect(remove('in.channel', id, 7)).rejects.toThrow('document.stale')
    await expect(world.act('in.channel', 'delete', { version: 1 })).rejects.toThrow('document.notFound')
    expect(await rowsOf(id)).toHaveLength(1)
  })

  it('a document that was ever submitted cannot be deleted', async () => {
    const running = await world.submit('in.channel', [{ amount: '5.00' }])
    await expect(remove('in.channel', running.id, 1)).rejects.toThrow('document.wrongState')
    await world.act('in.channel', 'withdraw', { formInstanceId: running.formInstanceId, version: 1 })
    await expect(remove('in.channel', running.id, 2)).rejects.toThrow('document.submittedBefore')
    expect(await rowsOf(running.id)).toEqual([{ state: 'draft' }])
  })
})

interface Bulk {
  readonly matched: number
  readonly capped: boolean
  readonly eligible: number
  readonly done: number
  readonly left: number
  readonly reasons: readonly { reason: string; count: number }[]
  readonly failed: readonly { no: string }[]
}

describe('the deletion of many drafts', () => {
  const bulk = (account: string, body: object) => server.call<Bulk>(account, '/aps/budget/country/bulk/delete', body)

  it('the deletion of many drafts first says which may be deleted and why others may not', async () => {
    await world.query(`delete from country_budget where state = 'draft' and round = 0`)
    const mine = [await draft('in.channel'), await draft('in.channel')]
    const theirs = await draft('in.manager').catch(() => null)
    const running = await world.submit('in.channel', [{ amount: '6.00' }])
    const withdrawn = await world.submit('in.channel', [{ amount: '7.00' }])
    await world.act('in.channel', 'withdraw', { formInstanceId: withdrawn.formInstanceId })
    const ids = [...mine, running, withdrawn, ...(theirs ? [theirs] : [])].map(({ id }) => id)

    const asked = await bulk('in.channel', { ids, dryRun: true })
    expect(asked.data).toMatchObject({ matched: 4, eligible: 2, done: 0, capped: false })
    expect(asked.data.reasons).toEqual([
      { reason: 'wrongState', count: 1 },
      { reason: 'submittedBefore', count: 1 },
    ])
    expect(await rowsOf(mine[0]?.id ?? '')).toHaveLength(1)

    const acted = await bulk('in.channel', { ids })
    expect(acted.data).toMatchObject({ eligible: 2, done: 2, left: 0, failed: [] })
    for (const { id } of mine) expect(await rowsOf(id)).toEqual([])
    expect(await rowsOf(running.id)).toHaveLength(1)
    expect((await bulk('in.channel', { ids })).data).toMatchObject({ matched: 2, eligible: 0, done: 0 })
  })

  it("the deletion of many drafts by filter takes the caller's own drafts only", async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => draft('in.channel')))
    const others = await bulk('id.channel', { filters: {} })
    expect(others.data).toMatchObject({ eligible: 0, done: 0 })
    const asked = await bulk('in.channel', { filters: { state: 'draft', drafter: 'in.channel' }, dryRun: true })
    expect(asked.data.eligible).toBe(12)
    expect((await bulk('in.channel', { filters: { state: 'draft' } })).data).toMatchObject({ done: 12 })
    for (const { id } of made) expect(await rowsOf(id)).toEqual([])
  })

  it('the deletion of many drafts is refused without a clear selection or the right', async () => {
    expect((await bulk('in.channel', {})).status).toBe(400)
    expect((await bulk('in.channel', { ids: ['1'], filters: {} })).status).toBe(400)
    expect((await bulk('in.channel', { filters: { secret: 1 } })).status).toBe(400)
    expect((await bulk('in.channel', { ids: ["1' or 1=1"] })).status).toBe(400)
    expect((await bulk('hq.auditor', { filters: {} })).status).toBe(403)
  })
})
