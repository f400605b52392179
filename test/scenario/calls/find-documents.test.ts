import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '#kernel/platform/db/tx.ts'
import { compareRegistry } from '#kernel/engine/document/compare-registry.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// Documents found by number, and the figures of a person’s own documents and tasks, against the lists that they lead to.

let world: World
let server: DemoServer
const given = { granted: '', running: '', draft: '', rejected: '', indonesian: '' }

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '1000.00', 4)
  const granted = await world.submit('in.channel', [{ amount: '100.00' }, { projectCode: 'PR-2', amount: '40.00' }])
  await world.approveAll(granted.formInstanceId ?? '')
  const running = await world.submit('in.channel', [{ amount: '7.00' }])
  const rejected = await world.submit('in.channel', [{ amount: '9.00' }])
  await world.decide('in.manager', 'reject', rejected.formInstanceId ?? '')
  const draft = await world.act('in.channel', 'save', { raw: { idcCode: 'IN', areaId: 2, lines: [] } })
  const indonesian = await world.submit('id.channel', [{ countryCode: 'ID', projectCode: 'PR-ID', amount: '3.00' }], {
    idcCode: 'ID',
    areaId: 3,
    currency: 'IDR',
    projectPoolCode: 'POOL-X',
  })
  Object.assign(given, {
    granted: granted.no,
    running: running.no,
    rejected: rejected.no,
    draft: draft.no,
    indonesian: indonesian.no,
  })
  server = await demoServer(databaseUrl)
})

afterAll(async () => {
  await server?.close()
  await world?.close()
})

interface Found {
  readonly key: string
  readonly hint: string
  readonly state: { readonly label: string; readonly colour: string }
  readonly url: string
}
type Groups = readonly { readonly kind: string; readonly found: Found[] }[]
interface Mine {
  readonly documentType: string
  readonly total: number
  readonly url: string
  readonly states: readonly { readonly state: string; readonly total: number; readonly url: string }[]
}

const find = async (account: string, keyword: string, language: 'en' | 'zh' = 'en') =>
  (await server.call<Groups>(account, '/aps/find', { keyword }, language)).data.flatMap(({ kind, found }) =>
    kind === 'documents' ? found : [],
  )
const numbers = async (account: string, keyword: string) => (await find(account, keyword)).map(({ key }) => key)
const newestFirst = (...all: string[]) => all.toSorted().toReversed()

describe('the search by document number', () => {
  it("the search by document number shows type, state, drafter and page in the reader's language", async () => {
    const [one] = await find('in.manager', given.running)
    expect(one).toMatchObject({ key: given.running, state: { label: 'Under Approval', colour: 'blue' } })
    expect(one?.hint).toMatch(/^Country budget application · ./)
    expect(one?.url).toMatch(/^\/budgetCountry\/pc\?formInstanceId=\d+-1$/)
    const [chinese] = await find('in.manager', given.running, 'zh')
    expect(chinese?.state.label).not.toBe(one?.state.label)
  })

  it('the search by document number ignores case, accepts digits alone or a part, and lists the newest first', async () => {
    const all = newestFirst(given.granted, given.running, given.rejected, given.draft)
    expect(await numbers('in.channel', 'cb2')).toEqual(all)
    expect(await numbers('in.channel', ` ${given.running.toLowerCase()} `)).toEqual([given.running])
    expect(await numbers('in.channel', given.running.slice(2))).toEqual([given.running])
  })

  it('the search by document number needs three characters and matches from the beginning', async () => {
    for (const keyword of ['', 'CB', 'XB2026', 'CBX', given.running.slice(-5)])
      expect([keyword, await numbers('in.channel', keyword)]).toEqual([keyword, []])
  })

  it('the search by document number finds only documents that the reader may see', async () => {
    expect(await numbers('id.channel', 'CB2')).toEqual([given.indonesian])
    // The last step of India’s route takes part; everything is headquarters’ to see, but no draft.
    expect(await numbers('hq.budget', 'CB2')).toEqual(
      newestFirst(given.granted, given.running, given.rejected, given.indonesian),
    )
    expect(await numbers('in.manager', given.draft)).toEqual([])
    expect((await find('in.channel', given.draft))[0]?.url).toBe(
      `/budget/pc/country/apply?type=edit&applyNo=${given.draft}`,
    )
    expect(await numbers('nomenu', 'CB2')).toEqual([])
  })

  it('the search by document number finds a document for a person of another region who took part in it', async () => {
    const [row] = await server.query<{ id: string }>('select id from country_budget where no = $1', [given.rejected])
    await server.query(
      `insert into approval_task (document_id, round, document_type, step, user_id, state, summary, created_at)
       select $1, 1, 'countryBudget', 0, id, 'cancelled', '{}', product_now() from app_user where account = 'id.manager'`,
      [row?.id],
    )
    expect(await numbers('id.manager', 'CB2')).toEqual(newestFirst(given.rejected, given.indonesian))
  })

  it('the search by document number takes wildcards literally and refuses NUL and long texts', async () => {
    for (const keyword of ['CB%', 'CB_', '%%%', 'CB2\\', "CB2'--", '💥💥💥', 'CB2026 or', '../../'])
      expect([keyword, await find('admin', keyword)]).toEqual([keyword, []])
    expect((await server.call('admin', '/aps/find', { keyword: 'C'.repeat(65) })).status).toBe(400)
    expect((await server.call('admin', '/aps/find', { keyword: 'CB2\u0000' })).status).toBe(400)
    expect((await server.call('admin', '/aps/find', { keyword: ['CB2'] })).status).toBe(400)
    expect((await server.call('admin', '/aps/find', {})).status).toBe(400)
  })
})

describe('figures of the home page', () => {
  it('the figures of my documents on the home page equal the list behind each state', async () => {
    for (const account of ['in.channel', 'id.channel', 'in.manager', 'hq.budget', 'admin']) {
      const { data } = await server.get<Mine[]>(account, '/aps/document/mine')
      const mine = data.find(({ documentType }) => documentType === 'countryBudget')
      expect(data.filter(({ documentType }) => documentType === 'countryBudget')).toHaveLength(1)
      for (const { total, url } of [mine!, ...mine!.states]) {
        const query = new URLSearchParams(url.split('?')[1])
        expect([query.get('view'), query.get('idcCode')]).toEqual(['applications', 'all'])
        query.delete('view')
        query.delete('idcCode')
        const filters = Object.fromEntries(query)
        expect(filters['drafter']).toBe(account)
        const counted = await server.call<{ recordTotal: number }>(account, '/aps/budget/country/count', filters)
        expect([account, filters, total]).toEqual([account, filters, counted.data.recordTotal])
      }
    }
    const all = (await server.get<Mine[]>('in.channel', '/aps/document/mine')).data
    const mine = all.find(({ documentType }) => documentType === 'countryBudget')
    expect(mine?.states.map(({ state, total }) => [state, total])).toEqual([
      ['draft', 1],
      ['underApproval', 1],
      ['approved', 1],
      ['rejected', 1],
    ])
    expect((await server.get('nomenu', '/aps/document/mine')).data).toEqual([])
  })

  it('the nightly comparison finds no document that the registry lacks or tells differently after it was written', async () => {
    const removed = await world.act('in.channel', 'save', { raw: { idcCode: 'IN', areaId: 2, lines: [] } })
    await world.act('in.channel', 'delete', { id: removed.id, version: removed.version })
    expect(await compareRegistry(world.pool, new Date('2026-11-20T01:40:00Z'))).toBe(0)
    const [counted] = await server.query<{ there: number; registered: number }>(
      `select (select count(*) from country_budget)::int as there,
         (select count(*) from document where document_type = 'countryBudget')::int as registered`,
    )
    expect(counted?.there).toBe(counted?.registered)
    expect(counted?.there).toBeGreaterThan(0)
  })

  it('the nightly comparison mends missing, wrong and surplus rows of the registry, and system health tells how many', async () => {
    await server.query('delete from document where no = $1', [given.granted])
    await server.query(`update document set state = 'draft', customer_code = 'X' where no = $1`, [given.running])
    await server.query(
      `insert into document (document_id, document_type, no, scope_id, drafter_id, state, round, updated_at)
       select 987654321, 'countryBudget', 'CB20990199999', scope_id, drafter_id, state, round, updated_at from document where no = $1`,
      [given.rejected],
    )
    expect(await compareRegistry(world.pool, new Date('2026-11-21T01:40:00Z'))).toBe(3)
    interface Listed {
      readonly records: readonly { no: string; type: string; fields: string; at: string }[]
      readonly recordTotal: number
    }
    const told = async (body: object) =>
      (await server.call<Listed>('admin', '/aps/bpm/monitor/registry/queryPage', body)).data
    const { records, recordTotal } = await told({ night: 'last' })
    expect(recordTotal).toBe(3)
    const at = '2026-11-21T01:40:00.000Z'
    const type = 'Country budget application'
    expect(records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ no: given.granted, type, fields: 'The registry lacked it', at }),
        expect.objectContaining({ no: given.running, type, fields: 'Status, Customer', at }),
        expect.objectContaining({ no: 'CB20990199999', type, fields: 'There is no such document', at }),
      ]),
    )
    type Health = { system: { registryDifferences: number } }
    const health = async () =>
      (await server.get<Health>('admin', '/aps/bpm/monitor/summary')).data.system.registryDifferences
    expect(await health()).toBe(3)
    expect(await numbers('hq.budget', given.granted)).toEqual([given.granted])
    expect(await numbers('hq.budget', 'CB2099')).toEqual([])
    expect(await compareRegistry(world.pool, new Date('2026-11-22T01:40:00Z'))).toBe(0)
    expect(await health()).toBe(0)
    expect((await told({ night: 'last' })).recordTotal).toBe(0)
    expect((await told({ no: 'cb2099' })).records.map(({ no }) => no)).toEqual(['CB20990199999'])
  })

  it('the nightly comparison mends a row that claims to be newer, and one whose number another row has', async () => {
    await server.query(
      `update document set state = 'draft', updated_at = updated_at + interval '1 day' where no = $1`,
      [given.granted],
    )
    await server.query(`update document set document_id = 987654321 where no = $1`, [given.running])
    expect(await compareRegistry(world.pool, new Date('2026-11-23T01:40:00Z'))).toBe(3)
    const rows = await server.query(
      `select count(*)::int as there from document r join country_budget t on t.id = r.document_id and t.state = r.state
         and t.updated_at = r.updated_at and t.no = r.no where r.no = any ($1)`,
      [[given.granted, given.running]],
    )
    expect(rows).toEqual([{ there: 2 }])
    expect(await compareRegistry(world.pool, new Date('2026-11-24T01:40:00Z'))).toBe(0)
  })

  it('the nightly comparison waits for a writer and does not take what they write for a difference', async () => {
    await server.query(`update document set state = 'draft' where no = $1`, [given.running])
    const writer = await world.pool.connect()
    try {
      await writer.query('begin')
      await writer.query(`update country_budget set year = year where no = $1`, [given.running])
      await writer.query(
        `update document r set state = t.state from country_budget t where t.id = r.document_id and r.no = $1`,
        [given.running],
      )
      const compared = compareRegistry(world.pool, new Date('2026-11-25T01:40:00Z'))
      const isWaiting = async () =>
        (await server.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'`))
          .length > 0
      await expect.poll(isWaiting).toBe(true)
      await writer.query('commit')
      expect(await compared).toBe(0)
    } finally {
      writer.release()
    }
    const [row] = await server.query('select state from document where no = $1', [given.running])
    expect(row).toEqual({ state: 'underApproval' })
  })

  it('the figures of my tasks on the home page equal the task list, with the oldest task', async () => {
    type Summary = { documentType: string; total: number; oldestSince: string }[]
    const [summary] = (await server.get<Summary>('in.manager', '/aps/task/summary')).data
    const list = await server.get<{ records: { createdAt: string }[]; recordTotal: number }>(
      'in.manager',
      `/aps/task/queryPage?status=open&documentType=${summary?.documentType}`,
    )
    expect(summary).toMatchObject({ documentType: 'countryBudget', total: 1 })
    expect(list.data.recordTotal).toBe(summary?.total)
    expect(list.data.records[0]?.createdAt).toBe(summary?.oldestSince)
    const other = await server.get<{ recordTotal: number }>('in.manager', '/aps/task/queryPage?documentType=other')
    expect(other.data.recordTotal).toBe(0)
  })

  it('the budget figures of the home page equal the budget list by area and currency after each change', async () => {
    type Sums = { currency: string; lineCount: number; granted: string; available: string }[]
    type Use = { idcCode: string; sums: Sums; asOf: string }[]
    const use = async (account: string) =>
      (await server.call<Use>(account, '/aps/budget/country/use', { year: 2026 })).data
    const listed = async (account: string, idc: string, currency: string) =>
      (await server.call<Sums>(account, `/gs/${idc}/oversea/aps/budget/country/sum`, { year: 2026, currency })).data
    const ofNow = (sums: Sums | undefined) => sums?.map((sum) => ({ ...sum, asOf: null }))
    const india = await use('in.channel')
    expect(india.map(({ idcCode }) => idcCode)).toEqual(['IN'])
    expect(await listed('in.channel', 'IN', 'INR')).toEqual(ofNow(india[0]?.sums))
    expect(india[0]?.sums).toMatchObject([{ currency: 'INR', lineCount: 2, granted: '140.00', available: '140.00' }])
    expect((await use('hq.budget')).filter(({ sums }) => sums.length > 0).map(({ idcCode }) => idcCode)).toEqual(['IN'])
    expect((await use('id.channel')).flatMap(({ sums }) => sums)).toEqual([])

    const more = await world.submit('in.channel', [{ amount: '60.00' }])
    await world.approveAll(more.formInstanceId ?? '')
    while (await relayOnce(world.pool));
    expect((await use('in.channel'))[0]?.sums).toMatchObject([{ granted: '200.00' }])
    expect(await listed('in.channel', 'IN', 'INR')).toEqual(ofNow((await use('in.channel'))[0]?.sums))
  })

  it('expensive figures of the home page are at most a minute old and say when they were computed', async () => {
    type Use = { asOf: string; sums: { granted: string }[] }[]
    const use = async () => (await server.call<Use>('in.rsd', '/aps/budget/country/use', { year: 2026 })).data[0]
    const before = await use()
    await server.query('update list_figure set took_ms = 2000')
    await transaction(world.pool, (tx) => tx.run({ text: 'update change_mark set mark = mark + 1', values: [] }))
    expect(await use()).toEqual(before)
    await server.query(`update list_figure set at = at - interval '2 minutes'`)
    expect((await use())?.asOf).not.toBe(before?.asOf)
  })
  it('the totals of a list say when they were computed if that is not now', async () => {
    type Sums = { asOf: string | null }[]
    const asOf = async () =>
      (await server.call<Sums>('in.rsd', '/gs/IN/oversea/aps/budget/country/sum', { year: 2026 })).data[0]?.asOf
    const age = (seconds: number) => server.query(`update list_figure set at = at - interval '${seconds} seconds'`)
    expect(await asOf()).toBeNull()
    // Old, but nothing has changed since.
    await server.query('update list_figure set took_ms = 2000')
    await age(30)
    expect(await asOf()).toBeNull()
    await transaction(world.pool, (tx) => tx.run({ text: 'update change_mark set mark = mark + 1', values: [] }))
    const [kept] = await server.query<{ at: Date }>('select max(at) as at from list_figure')
    expect(await asOf()).toBe(kept?.at.toISOString())
    await age(120)
    expect(await asOf()).toBeNull()
  })
})
