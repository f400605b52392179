import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

// The options of a form where one document names another.

let world: World
let server: DemoServer
const given = { granted: '', running: '', draft: '', indonesian: '' }

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '1000.00', 4)
  const granted = await world.submit('in.channel', [{ amount: '100.00' }])
  await world.approveAll(granted.formInstanceId ?? '')
  const running = await world.submit('in.channel', [{ amount: '7.00' }], { budgetDeptCode: 'D02' })
  const draft = await world.act('in.channel', 'save', { raw: { idcCode: 'IN', areaId: 2, lines: [] } })
  const indonesian = await world.submit('id.channel', [{ countryCode: 'ID', projectCode: 'PR-ID', amount: '3.00' }], {
    idcCode: 'ID',
    areaId: 3,
    currency: 'IDR',
    projectPoolCode: 'POOL-X',
  })
  Object.assign(given, { granted: granted.no, running: running.no, draft: draft.no, indonesian: indonesian.no })
  server = await demoServer(databaseUrl)
})

afterAll(async () => {
  await server?.close()
  await world?.close()
})

interface Picked {
  readonly no: string
  readonly title: string
  readonly stateLabel: string
  readonly amount: string | null
  readonly currency: string | null
}

const pick = async (account: string, asked: object, language: 'en' | 'zh' = 'en') =>
  await server.call<Picked[]>(account, '/aps/document/pick', { documentType: 'countryBudget', ...asked }, language)
const numbers = async (account: string, asked: object = {}) =>
  (await pick(account, asked)).data.map(({ no }) => no).toSorted()

describe('the selector of documents', () => {
  it('the selector of documents shows title, state and amount in the reader’s language', async () => {
    const [one] = (await pick('in.channel', { keyword: given.running })).data
    expect(one).toMatchObject({ no: given.running, amount: '7.00', currency: 'INR' })
    expect(one?.title).toContain('India')
    const [chinese] = (await pick('in.channel', { keyword: given.running }, 'zh')).data
    expect(chinese?.title).toContain('印度')
    expect(chinese?.stateLabel).not.toBe(one?.stateLabel)
  })

  it('the selector of documents finds by number, by digits alone, or lists without a keyword', async () => {
    const own = [given.granted, given.running, given.draft].toSorted()
    expect(await numbers('in.channel')).toEqual(own)
    expect(await numbers('in.channel', { keyword: 'cb2' })).toEqual(own)
    expect(await numbers('in.channel', { keyword: given.running.slice(2) })).toEqual([given.running])
  })

  it('the selector of documents finds by words of the title', async () => {
    expect(await numbers('hq.budget', { keyword: 'Indones' })).toEqual([given.indonesian])
    expect(await numbers('hq.budget', { keyword: 'nowhere at all' })).toEqual([])
  })

  it('the selector of documents filters by states and by field values', async () => {
    expect(await numbers('in.channel', { states: ['underApproval'] })).toEqual([given.running])
    expect(await numbers('in.channel', { states: [] })).toEqual([])
    expect(await numbers('hq.budget', { sameValue: { idcCode: 'ID' } })).toEqual([given.indonesian])
    expect((await pick('hq.budget', { sameValue: { scopeId: '1' } })).status).toBe(400)
    expect((await pick('hq.budget', { sameValue: { year: 'x' } })).status).toBe(400)
  })

  it('the selector of documents offers only documents that its reader may see', async () => {
    expect(await numbers('id.channel')).toEqual([given.indonesian])
    expect(await numbers('id.channel', { keyword: given.granted })).toEqual([])
    expect(await numbers('hq.budget')).not.toContain(given.draft)
    expect(await numbers('nomenu')).toEqual([])
  })

  it('the selector of documents takes wildcards literally and refuses unknown document types', async () => {
    for (const keyword of ['CB%', '%', '_', "CB2'--", '\\', '💥'])
      expect([keyword, (await pick('admin', { keyword })).data]).toEqual([keyword, []])
    expect((await pick('admin', { keyword: 'a\u0000' })).status).toBe(400)
    for (const documentType of ['', 'constructor', 'no such'])
      expect((await pick('admin', { documentType })).status).toBe(400)
  })
})
