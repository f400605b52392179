import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { demoServer, type DemoServer } from '#test/helpers/demo-server.ts'
import type { EntryView } from '../auditing-wire.ts'

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(() => server?.close())

const entries = (body: object, account = 'hq.it') =>
  server.call<{ records: EntryView[] }>(account, '/aps/audit/entries/queryPage', body)

it('shows who did what, the newest first, and finds it by each filter', async () => {
  const { status, data } = await entries({ limit: 50 })
  expect(status).toBe(200)
  expect(data.records).toHaveLength(50)
  expect(data.records.map(({ at }) => at)).toEqual(
    data.records
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  const one = data.records.find(({ subject, actor }) => subject !== null && actor !== null)!
  const account = /\(([^)]+)\)$/.exec(one.actor!)![1]
  for (const asked of [
    { subject: one.subject!.slice(0, 6) },
    { actor: account },
    { request: one.requestId },
    { type: one.type, kind: one.kind },
    { atFrom: one.at, atTo: new Date(Date.parse(one.at) + 1).toISOString() },
  ]) {
    const found = (await entries({ limit: 500, ...asked })).data.records
    expect(
      found.map(({ id }) => id),
      JSON.stringify(asked),
    ).toContain(one.id)
  }
  expect((await entries({ actor: 'nobody.at.all' })).data.records).toEqual([])
})

it('is for who may read the audit, and refuses what is no moment', async () => {
  expect((await entries({}, 'in.channel')).status).toBe(403)
  expect((await entries({}, 'hq.auditor')).status).toBe(200)
  expect((await entries({ atFrom: 'yesterday' })).status).toBe(400)
  expect((await entries({ limit: 500, page: 21 })).status).toBe(400)
})
