import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { makeSession } from '#test/helpers/servers/requests.ts'
import { demoDatabase, demoServer, type DemoServer } from '#test/helpers/servers/demo-server.ts'
import { holdRole } from '#test/helpers/permission-world.ts'
import { until } from '#test/helpers/until.ts'

let server: DemoServer
let pool: pg.Pool

interface NoteRow {
  readonly kind: string
  readonly actor: string | null
  readonly behalf: string | null
  readonly action: string
  readonly subject: string
  readonly address: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl)
  pool = createPool({ databaseUrl, max: 1, name: 'test' })
})
afterAll(async () => {
  await pool?.end()
  await server?.close()
})

const notes = (where: string) =>
  server.query<NoteRow>(
    `select e.kind, u.account as actor, b.account as behalf, e.action, e.subject, e.address, e.detail from (select * from audit_entry where ${where}) e
     left join app_user u on u.id = e.actor_id left join app_user b on b.id = e.behalf_of_id order by e.id`,
  )
async function noted(where: string, count = 1): Promise<readonly NoteRow[]> {
  let rows: readonly NoteRow[] = []
  await until(
    async () => (rows = await notes(where)).length >= count,
    () => `only ${JSON.stringify(rows)}`,
  )
  return rows
}

it('the audit records every refusal by right, by scope or without a session, with person, address and reason', async () => {
  const path = '/aps/sync/setting/queryPage'
  expect((await server.call('in.channel', path, {})).status).toBe(403)
  const [forbidden] = await noted(`action = 'http.forbidden' and subject = '${path}'`)
  expect(forbidden).toMatchObject({
    kind: 'refusal',
    actor: 'in.channel',
    address: '127.0.0.1',
    detail: { status: 403, method: 'POST', params: { right: 'integration.setting.view' } },
  })
  const detail = '/aps/customer/detail'
  const { status } = await server.call('in.finance', detail, { id: '999999999' })
  expect([403, 404]).toContain(status)
  await noted(`kind = 'refusal' and subject = '${detail}'`)
})

it('the audit records attempts with an expired session, too early, too often or without a fresh sign-in', async () => {
  const publish = '/aps/setting/parameter/publish'
  const body = { key: 'audit.reads', draftVersion: 1 }
  const begin = (account: string, authAt: Date) => makeSession(pool, account, 60, authAt)
  const told = async (key: string, subject: string, who: string | null) => {
    const [row] = await noted(`kind = 'refusal' and action = '${key}' and subject = '${subject}'`)
    expect(row).toMatchObject({ actor: who, address: '127.0.0.1' })
  }
  const stale = await begin('hq.it2', new Date(productNow().getTime() - 3 * 86_400_000))
  expect((await server.callIn(stale, publish, body)).status).toBe(403)
  await told('access.stepUp', publish, 'hq.it2')

  const forged = { ...(await begin('hq.it2', productNow())), csrfToken: 'x'.repeat(43) }
  expect((await server.callIn(forged, publish, body)).status).toBe(403)
  await told('http.csrf', publish, 'hq.it2')

  const mine = '/api/v1/account/session/mine'
  const over = await begin('hq.it2', productNow())
  const other = await begin('hq.it2', productNow())
  expect((await server.callIn(other, `${mine}/end`, { id: null })).status).toBe(200)
  expect((await server.callIn(over, mine, null)).status).toBe(401)
  await told('http.unauthorized', mine, null)

  const test = '/aps/notification/test'
  for (let sent = 0; sent < 30; sent += 1) await server.call('in.channel', test, {})
  expect((await server.call('in.channel', test, {})).status).toBe(429)
  // Requests of an address are counted before the session is looked up.
  await told('http.tooMany', test, null)
})

it('the audit records a call whose text is cut in the middle of a character', async () => {
  const path = '/aps/permission/request/ask'
  const body = { kind: 'right', target: 'auditing.entries.view', reason: `${'x'.repeat(199)}😀` }
  expect((await server.call('in.channel', path, body)).status).toBe(200)
  const [asked] = await notes(`kind = 'call' and action = '${path}'`)
  expect(asked?.detail).toEqual({ asked: { ...body, reason: `${'x'.repeat(199)}\ufffd` } })
})

it('the audit records repeated attempts within a moment once, with their number', async () => {
  const path = '/aps/sync/run/queryPage'
  await Promise.all(Array.from({ length: 20 }, () => server.call('in.channel', path, {})))
  const total = (rows: readonly NoteRow[]) => rows.reduce((sum, { detail }) => sum + Number(detail['count'] ?? 1), 0)
  const where = `kind = 'refusal' and subject = '${path}'`
  await until(async () => total(await notes(where)) === 20, 'some attempts are not counted')
  expect((await notes(where)).length).toBeLessThan(20)
})

it('the audit records readers who were shown a bank account, and not those who saw it masked', async () => {
  const list = '/aps/customer/queryPage'
  const api =
    (await server.call<{ records: { id: string }[] }>('admin', list, { limit: 10 })).status === 200 ? list : null
  if (api === null) throw new Error('no list of customers')
  await noted(`kind = 'read' and document_type = 'customer' and action = 'list'`)
  const [read] = await notes(`kind = 'read' and document_type = 'customer'`)
  expect(read).toMatchObject({ actor: 'admin', detail: { fields: ['bankAccount'] } })
})

it('the audit records exports that contain a bank account, and not those without it or masked', async () => {
  const path = '/aps/customer/export'
  const taken = `kind = 'read' and document_type = 'customer' and action = 'export'`
  const take = async (account: string, columns: readonly string[]) =>
    expect((await server.call(account, path, { format: 'csv', columns, offlineExport: 1 })).status).toBe(200)
  await take('admin', ['code', 'name'])
  await holdRole(server, 'nomenu', 'takesCustomers', 'HQ', ['customer.customer.view', 'customer.customer.export'])
  await take('nomenu', ['code', 'bankAccount'])
  await take('admin', ['code', 'bankAccount'])
  expect(await notes(taken)).toMatchObject([{ actor: 'admin', subject: path, detail: { fields: ['bankAccount'] } }])
  expect(await notes(`kind = 'call' and action = 'export' and subject = 'customer'`)).toHaveLength(3)
})

it('the audit records reads of the record types that two administrators named', async () => {
  const parameter = '/aps/setting/parameter'
  const key = 'audit.reads'
  const change = { key, draftVersion: 0, content: { value: ['store'] }, note: 'Who reads stores' }
  expect((await server.call('hq.it', `${parameter}/draft/save`, change)).status).toBe(200)
  expect((await server.call('hq.it2', `${parameter}/publish`, { key, draftVersion: 1 })).status).toBe(200)
  const read = `kind = 'read' and document_type = 'store'`
  await until(async () => {
    expect((await server.call('admin', '/aps/store/queryPage', { limit: 10 })).status).toBe(200)
    return (await notes(read)).length > 0
  }, 'the read is not kept')
  expect((await notes(read))[0]).toMatchObject({ detail: { fields: [] } })
})
