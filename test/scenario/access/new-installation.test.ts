import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import type { MonitorSummary } from '#kernel/services/monitor/monitor-schemas.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { makeSession, sessionHeaders } from '#test/helpers/servers/requests.ts'
import { blockOf } from '#test/helpers/laws/handbook.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'

// An empty database with only a version's migrations, and the steps that docs/operations.md gives for it.

let server: RunningServer
const sessions = new Map<string, Record<string, string>>()

beforeAll(async () => {
  server = await runServer(await testDatabase(), { environment: { DEMO: '0' } })
})

afterAll(() => server?.close())

async function call<T>(account: string, path: string, body?: object): Promise<{ status: number; data: T }> {
  const known = sessions.get(account) ?? (await headersOf(account))
  sessions.set(account, known)
  const given = body ? { method: 'POST' as const, payload: body } : { method: 'GET' as const }
  const headers = { ...known, 'idempotency-key': randomUUID() }
  const response = await server.app.inject({ ...given, url: path, headers })
  return { status: response.statusCode, data: response.json<{ data: T }>().data }
}

async function headersOf(account: string): Promise<Record<string, string>> {
  return { ...sessionHeaders(await makeSession(server.pool, account, 60)), 'x-language': 'en' }
}

const missing = async () => (await call<MonitorSummary>('it.one', '/aps/bpm/monitor/summary')).data.system.ratesMissing

it('a new installation gets two administrators by the statement of the handbook, who publish the missing rates', async () => {
  await server.query(blockOf('A new installation', 'sql'))

  const before = await missing()
  expect(before).toContain('INR')
  expect(before).not.toContain('USD')

  const year = productNow().getUTCFullYear()
  const rates = before.map((currency) => ({ currency, units: '2.5' }))
  const content = { base: 'USD', rates }
  const saved = await call<{ version: number }>('it.one', '/aps/approval/rates/draft/save', {
    key: String(year),
    draftVersion: 0,
    content,
    note: 'The first',
  })
  expect(saved.status).toBe(200)
  const publish = { key: String(year), draftVersion: saved.data.version }
  expect((await call('it.one', '/aps/approval/rates/publish', publish)).status).toBe(403)
  expect((await call('it.two', '/aps/approval/rates/publish', publish)).status).toBe(200)
  expect(await missing()).toEqual([])
})
