import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoDatabase } from '#test/helpers/demo-database.ts'
import { holdRole } from '#test/helpers/permission-world.ts'
import { type DownloadWorld, downloadWorld } from '#test/helpers/download-world.ts'
import type { EntryView } from '../auditing-wire.ts'

let world: DownloadWorld

beforeAll(async () => {
  world = await downloadWorld(await demoDatabase())
})
afterAll(() => world?.close())

const entries = (body: object, account = 'hq.it') =>
  world.server.call<{ records: EntryView[] }>(account, '/aps/audit/entries/queryPage', body)

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

it('exports what the filters find, all of it, in the order of the page', async () => {
  const [some] = await world.server.query<{ type: string }>(
    'select document_type as type from audit_entry group by 1 having count(*) between 2 and 400 order by count(*) desc limit 1',
  )
  const asked = { type: some!.type, kind: 'change' }
  const found = (await entries({ limit: 500, ...asked })).data.records
  expect(found.length).toBeGreaterThan(1)
  await world.startWorker()
  const path = '/aps/audit/entries/export'
  const { data } = await world.server.call<{ taskId: string }>('hq.it', path, { format: 'csv', ...asked })
  const task = await world.ended('hq.it', data.taskId)
  expect(task, task.resultDescr).toMatchObject({ status: 2, rowsDone: found.length })
  const { bytes } = await world.server.fetch('hq.it', task.downloadUrl ?? '')
  const ids = bytes
    .toString()
    .trimEnd()
    .split('\r\n')
    .flatMap((line) => /,(\d+)$/.exec(line)?.[1] ?? [])
  expect(ids).toEqual(found.map(({ id }) => id))
  expect((await world.server.call('in.channel', path, { format: 'csv' })).status).toBe(403)
})

it('is for who may read the audit, and refuses what is no moment', async () => {
  expect((await entries({}, 'in.channel')).status).toBe(403)
  expect((await entries({}, 'hq.auditor')).status).toBe(200)
  expect((await entries({ atFrom: 'yesterday' })).status).toBe(400)
  expect((await entries({ limit: 500, page: 21 })).status).toBe(400)
})

it('tells nobody a bank account that he is shown in part on its customer', async () => {
  const { server } = world
  await holdRole(server, 'nomenu', 'readsAudit', 'HQ', ['auditing.entries.view'])
  await holdRole(server, 'hq.auditor', 'readsAccounts', 'HQ', ['customer.bank.view'])
  const [customer] = await server.query<{ code: string }>(
    `select t.code from customer t join organisation o on o.id = t.scope_id where o.code = 'IN-IN' and t.state = 'enabled' limit 1`,
  )
  const content = (value: string) => ({
    changeKind: 'change',
    recordKind: 'customer',
    recordKey: customer?.code,
    organisationCode: 'IN-IN',
    reason: 'As its letter says',
    lines: [{ field: 'bankAccount', value }],
  })
  type Saved = { readonly no: string; readonly id: string; readonly version: number }
  const first = await server.call<Saved>('in.channel', '/aps/record/change/save', content('777711112222'))
  const { id, no, version } = first.data
  const again = { ...content('777711113333'), id, version }
  expect((await server.call('in.channel', '/aps/record/change/save', again)).status).toBe(200)
  const told = async (account: string) => JSON.stringify((await entries({ subject: no }, account)).data.records)
  expect(await told('hq.auditor')).toContain('777711113333')
  expect(await told('nomenu')).toContain(no)
  expect(await told('nomenu')).not.toMatch(/77771111/)
})
