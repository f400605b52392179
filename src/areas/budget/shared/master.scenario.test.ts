import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'

type Page = {
  readonly records: readonly Record<string, string>[]
  readonly recordTotal: number
  readonly capped: boolean
}

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})

afterAll(async () => {
  await server?.close()
})

const gs = (idc: string, call: string) => `/gs/${idc}/oversea/aps/${call}`
/** Every picker of an area with its limit (spec section 7). */
const PICKERS: readonly (readonly [string, number])[] = [
  ['budget/area/department', 200],
  ['fsc/business/type/list', 1000],
  ['fsc/country', 200],
  ['fsc/area', 1000],
  ['budget/pool/project/list', 200],
  ['budget/project/list', 200],
  ['budget/channel/list', 1000],
  ['budget/business/list', 1000],
]

describe.each(PICKERS)('%s', (call, limit) => {
  it('the selector answers records of the area and refuses more than its limit', async () => {
    const { status, data } = await server.call<Page>('in.channel', gs('IN', call), { page: 1, limit })
    expect(status).toBe(200)
    expect(data.records.length).toBeGreaterThan(0)
    expect(data.recordTotal).toBe(data.records.length)
    const refused = await server.call('in.channel', gs('IN', call), { limit: limit + 1 })
    expect([refused.status, refused.error?.field]).toEqual([400, 'limit'])
  })

  it('the selector pages through the same records', async () => {
    const { data: all } = await server.call<Page>('in.channel', gs('IN', call))
    const first = await server.call<Page>('in.channel', gs('IN', call), { page: 1, limit: 1 })
    const second = await server.call<Page>('in.channel', gs('IN', call), { page: 2, limit: 1 })
    expect([...first.data.records, ...second.data.records]).toEqual(all.records.slice(0, 2))
  })

  it('the selector is empty for a keyword without matches', async () => {
    const { data } = await server.call<Page>('in.channel', gs('IN', call), { keyword: '%_nothing' })
    expect(data).toEqual({ records: [], recordTotal: 0, capped: false })
  })

  it('the selector answers a foreign region like an unknown one and needs the right', async () => {
    const foreign = await server.call('id.channel', gs('IN', call))
    const unknown = await server.call('id.channel', gs('XX', call))
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(foreign.error).toEqual(unknown.error)
    expect((await server.call('nomenu', gs('IN', call))).status).toBe(403)
    expect((await server.call('hq.it', gs('IN', call))).status).toBe(403)
  })
})

describe('names in selectors', () => {
  it("selectors name records in the caller's language, and a keyword finds both languages", async () => {
    const english = await server.call<Page>('in.channel', gs('IN', 'fsc/country'), { keyword: 'lanka' })
    const chinese = await server.call<Page>('in.channel', gs('IN', 'fsc/country'), { keyword: 'lanka' }, 'zh')
    expect(english.data.records).toEqual([{ countryCode: 'LK', countryName: 'Sri Lanka' }])
    expect(chinese.data.records).toEqual([{ countryCode: 'LK', countryName: '斯里兰卡' }])
  })

  it('the selector of business types names them in both languages', async () => {
    const { data } = await server.call<Page>('in.channel', gs('IN', 'fsc/business/type/list'), { keyword: '路演' })
    expect(data.records).toEqual([
      {
        fscId: 'FSC1006',
        subBusiCode: 'S0602',
        mainBusiName: '市场推广',
        midBusiName: '活动',
        subBusiName: '路演',
        mainBusiNameEn: 'Marketing',
        midBusiNameEn: 'Events',
        subBusiNameEn: 'Roadshow',
      },
    ])
  })
})

describe('selectors by area', () => {
  it('the selector of pools offers at least two pools for each area, some of them shared', async () => {
    const codes = new Map<string, string[]>()
    for (const idc of ['EU', 'IN', 'ID', 'SEA', 'MEA', 'CIS', 'LATAM', 'CN']) {
      const { data } = await server.call<Page>('hq.budget', gs(idc, 'budget/pool/project/list'))
      codes.set(
        idc,
        data.records.map((record) => record['projectPoolCode'] ?? ''),
      )
      expect(codes.get(idc)?.length, idc).toBeGreaterThanOrEqual(2)
    }
    expect(codes.get('EU')).toContain('PP01')
    expect(codes.get('IN')).toContain('PP01')
    expect(codes.get('IN')).not.toContain('PP06')
  })

  it('the selector of regions finds sites by area id or data centre', async () => {
    const byIdc = await server.call<Page>('in.channel', '/aps/budget/region/list', { idcCode: 'IN' })
    const byId = await server.call<Page>('in.channel', '/aps/budget/region/list', { areaId: '2' })
    expect(byIdc.data.records.map((record) => record['budgetRegionCode'])).toEqual([
      'IN-E',
      'IN-N',
      'IN-NB',
      'IN-S',
      'IN-W',
    ])
    expect(byId.data).toEqual(byIdc.data)
    expect((await server.call('in.channel', '/aps/budget/region/list', { idcCode: 'ID' })).status).toBe(404)
    expect((await server.call('in.channel', '/aps/budget/region/list', { areaId: '3' })).status).toBe(404)
    expect((await server.call<Page>('in.channel', '/aps/budget/region/list')).data).toEqual(byIdc.data)
    expect((await server.call<Page>('hq.budget', '/aps/budget/region/list')).data.recordTotal).toBe(24)
  })

  it("the selector of departments covers the caller's areas among those requested", async () => {
    const own = await server.call<Page>('in.channel', gs('IN', 'budget/area/department'), { topAreaIdList: ['2', '5'] })
    const both = await server.call<Page>('hq.budget', gs('IN', 'budget/area/department'), { topAreaIdList: [2, 5] })
    expect(own.data.recordTotal).toBe(11)
    expect(both.data.recordTotal).toBe(12)
    const foreign = await server.call<Page>('in.channel', gs('IN', 'budget/area/department'), { topAreaIdList: ['5'] })
    expect(foreign.data.records).toEqual([])
  })

  it('the selector of projects filters by country and by the pool that may fund them', async () => {
    const projects = async (filter: object) => {
      const { data } = await server.call<Page>('in.channel', gs('IN', 'budget/project/list'), filter)
      return data.records.map((record) => record['projectCode'])
    }
    expect(await projects({ countryCode: 'NP' })).toEqual(['PJ-NP-01'])
    expect(await projects({ countryCode: 'IN', projectPoolCode: 'PP04' })).toEqual(['PJ-IN-01', 'PJ-IN-02', 'PJ-IN-03'])
    expect(await projects({ countryCode: 'ID' })).toEqual([])
  })

  it('the selector of channels can be limited to enabled channels', async () => {
    const all = await server.call<Page>('in.channel', gs('IN', 'budget/channel/list'))
    const used = await server.call<Page>('in.channel', gs('IN', 'budget/channel/list'), { channelStatus: 1 })
    expect([all.data.recordTotal, used.data.recordTotal]).toEqual([6, 5])
    expect(used.data.records.every((record) => record['channelCode']?.startsWith('CH-IN-'))).toBe(true)
  })
})

describe('/aps/area', () => {
  it('the area list holds the areas of the caller', async () => {
    const india = await server.call<object[]>('in.channel', '/aps/area', { templateCode: 'budget_country' })
    expect(india.data).toEqual([
      { id: '2', areaName: 'India', areaId: '2', idcCode: 'IN', bizSystem: 'gs', currency: 'INR' },
    ])
    const all = await server.call<{ idcCode: string }[]>('hq.auditor', '/aps/area', {}, 'zh')
    expect(all.data.map((area) => area.idcCode)).toEqual(['EU', 'IN', 'ID', 'SEA', 'MEA', 'CIS', 'LATAM', 'CN'])
    expect((await server.call('nomenu', '/aps/area')).status).toBe(403)
  })
})

describe('coa/product/tree', () => {
  it('the product tree has two levels, and each child is of its parent’s class', async () => {
    interface Node {
      readonly code: string
      readonly name: string
      readonly productClass: string
      readonly child: readonly Node[]
    }
    const { data } = await server.call<Node[]>('in.channel', gs('IN', 'coa/product/tree'))
    expect(data.map((node) => [node.code, node.productClass, node.child.length])).toEqual([
      ['PHONE', 'phone', 5],
      ['IOT', 'iot', 4],
    ])
    expect(data[0]?.child[0]).toEqual({ code: 'PH10', name: 'Flagship series', productClass: 'phone', child: [] })
    expect((await server.call('id.channel', gs('IN', 'coa/product/tree'))).status).toBe(404)
  })
})
