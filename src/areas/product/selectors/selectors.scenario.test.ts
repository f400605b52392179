import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PHONE } from '#test/helpers/company/fixtures.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { readSalesTerms } from '../records/sales-terms.server.ts'

// The selectors of the spec, section 7, in the demonstration company: India is area 2.

interface Sku {
  readonly skuId: string
  readonly skuName: string
  readonly skuCode: string
  readonly eanCode: string
  readonly materialCodeStr: string
}
interface Spu {
  readonly productId: string
  readonly spuCode: string
  readonly materialCodes: readonly string[]
}
interface Found<R> {
  readonly records: readonly R[]
  readonly recordTotal: number | null
}

const IN = { curTopAreaId: '2' }
let databaseUrl: string
let server: DemoServer

beforeAll(async () => {
  databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl)
})
afterAll(() => server?.close())

const ask = <T>(path: string, body: object = IN, account = 'in.channel', at = 'gs/IN', language: 'zh' | 'en' = 'en') =>
  server.call<T>(account, `/${at}/oversea/aps/${path}`, body, language)
const skus = async (body: object, language: 'zh' | 'en' = 'en') =>
  (await ask<Found<Sku>>('product/sku/list', { ...IN, ...body }, 'in.channel', 'gs/IN', language)).data.records

const LISTS = [
  'currency/list',
  'distributor/list',
  'product/sku/list',
  'product/spu/list',
  'trade-term/list',
  'sku/material/list',
  'db/classification/list',
  'product/sku/list/by/spu',
  'market/material/list',
]

describe('access to product selectors', () => {
  it('product selectors answer readers of the area, and others as if the area did not exist', async () => {
    for (const list of LISTS) {
      expect([list, (await ask(list)).status]).toEqual([list, 200])
      expect((await ask(list, IN, 'nomenu')).status).toBe(403)
      const [foreign, unknown] = [await ask(list, {}, 'id.finance'), await ask(list, {}, 'id.finance', 'gs/XX')]
      expect([foreign.status, unknown.status]).toEqual([404, 404])
      expect(foreign.msg).toBe(unknown.msg)
      expect((await ask(list, {}, 'in.channel', 'pc/IN')).status).toBe(404)
      expect((await ask(list, {}, 'in.channel', 'iot/IN')).status).toBe(200)
      // The caller's own area, but not the path's; and a nonexistent one.
      for (const curTopAreaId of ['3', 99]) expect((await ask(list, { curTopAreaId })).status).toBe(404)
    }
  })
})

describe('the selectors of SKU and SPU', () => {
  it('the selectors of SKU and SPU have the keys of the specification and respect its limits', async () => {
    const { data } = await ask<Found<Sku>>('product/sku/list', { ...IN, page: 1, limit: 9999 })
    expect(Object.keys(data.records[0]!).toSorted()).toEqual(
      ['eanCode', 'materialCodeStr', 'skuCode', 'skuId', 'skuName'].toSorted(),
    )
    expect(data.recordTotal).toBe(data.records.length)
    expect(data.records.length).toBeGreaterThan(150)
    const several = data.records.find(({ materialCodeStr }) => materialCodeStr.includes(','))
    expect(several?.materialCodeStr).toMatch(/^\d{7},\d{7}$/)
    expect((await ask('product/sku/list', { ...IN, limit: 10_000 })).status).toBe(400)
    expect((await ask('product/spu/list', { ...IN, limit: 1000 })).status).toBe(400)
    for (const page of [1, 2]) {
      const some = await ask<Found<Sku>>('product/sku/list', { ...IN, page, limit: 10 })
      expect(some.data.records).toEqual(data.records.slice((page - 1) * 10, page * 10))
    }
  })

  it('a filter that is empty or null is not given', async () => {
    const count = async (path: string, body: object) => {
      const { status, data } = await ask<Found<object>>(path, { ...IN, ...body })
      return [status, data?.records.length]
    }
    const [allSkus, allSpus] = [await count('product/sku/list', {}), await count('product/spu/list', {})]
    for (const nothing of ['', null]) {
      const body = { skuSearchKeyWord: nothing, productId: nothing, categoryTopCode: nothing, keyword: nothing }
      expect(await count('product/sku/list', body)).toEqual(allSkus)
      const spu = { skuSourceType: nothing, categoryTopCode: nothing, topAreaIdList: nothing, curTopAreaId: nothing }
      expect(await count('product/spu/list', spu)).toEqual(allSpus)
      expect((await ask('trade-term/list', { ...IN, distributorCode: nothing })).status).toBe(200)
    }
  })

  it('SKU of a top category leave out those of the other', async () => {
    const [phones, others] = [
      await skus({ limit: 9999, categoryTopCode: 'mobile' }),
      await skus({ limit: 9999, categoryTopCode: 'accessories' }),
    ]
    expect(phones.length).toBeGreaterThan(0)
    expect(others.length).toBeGreaterThan(0)
    expect(phones.some(({ skuCode }) => /^(VT|CS)/.test(skuCode))).toBe(false)
    expect(others.every(({ skuCode }) => /^(VT|CS)/.test(skuCode))).toBe(true)
  })

  it('a SKU is found by code, name in either language or EAN, and a short keyword matches word beginnings', async () => {
    const codes = (found: readonly Sku[]) => found.map(({ skuCode }) => skuCode)
    const [one] = await skus({ skuSearchKeyWord: 'merida 20 black 8' })
    expect(one).toMatchObject({ skuCode: 'MD20-BK-8256', skuName: 'Merida 20 black 8+256GB' })
    for (const word of ['md20-bk-82', '远山 20 黑色 8', one!.eanCode])
      expect(codes(await skus({ skuSearchKeyWord: word })), word).toEqual(['MD20-BK-8256'])
    expect((await skus({ skuSearchKeyWord: '远山' }, 'zh')).every(({ skuName }) => skuName.startsWith('远山'))).toBe(
      true,
    )
    const short = await skus({ skuSearchKeyWord: 'al' })
    expect(short.length).toBeGreaterThan(0)
    expect(short.every(({ skuCode }) => skuCode.startsWith('AL'))).toBe(true)
    expect(await skus({ skuSearchKeyWord: '%' })).toEqual([])
  })

  it("a SKU is offered until its last day ends in the reader's time zone", async () => {
    const offered = async () =>
      (await ask<Found<Sku>>('product/sku/list', { ...IN, limit: 9999 }, 'in.rsm')).data.records.map(
        ({ skuCode }) => skuCode,
      )
    const [sku] = await skus({ limit: 9999 })
    const [home] = await server.query<{ timezone: string }>(`select timezone from organisation where code = 'IN'`)
    const isThere = async (timezone: string) => {
      await server.query(`update organisation set timezone = $1 where code = 'IN'`, [timezone])
      return (await offered()).includes(sku!.skuCode)
    }
    const day = productNow().toISOString().slice(0, 10)
    expect(dayIn('UTC-12:00', productNow()) < day).toBe(true)
    await server.query(`update sku set end_of_life_day = $2, life_cycle = 'endOfLife' where code = $1`, [
      sku!.skuCode,
      day,
    ])
    try {
      expect(await isThere('UTC-12:00')).toBe(true)
      expect(await isThere(home!.timezone)).toBe(false)
    } finally {
      await server.query(`update organisation set timezone = $1 where code = 'IN'`, [home!.timezone])
      await server.query(`update sku set end_of_life_day = null, life_cycle = 'active' where code = $1`, [sku!.skuCode])
    }
  })

  it('the selectors of SKU offer products of the back-end system that are in life and of the named SPU', async () => {
    const gs = (await skus({ limit: 9999 })).map(({ skuCode }) => skuCode)
    const iot = (await ask<Found<Sku>>('product/sku/list', { limit: 9999 }, 'in.channel', 'iot/IN')).data.records
    expect(gs.some((code) => code.startsWith('TN'))).toBe(false)
    expect(iot.some(({ skuCode }) => skuCode.startsWith('TN'))).toBe(true)
    expect(iot.some(({ skuCode }) => skuCode.startsWith('MD'))).toBe(false)
    const [gone] = await server.query<{ code: string }>(
      'select code from sku where code = $1 and end_of_life_day <= product_now()::date',
      [PHONE],
    )
    expect(gone).toBeDefined()
    expect([...gs, ...iot.map(({ skuCode }) => skuCode)]).not.toContain(gone?.code)

    const { data } = await ask<Found<Spu>>('product/spu/list', {
      ...IN,
      page: 1,
      limit: 999,
      skuSourceType: 1,
      categoryTopCode: 'mobile',
    })
    expect(Object.keys(data.records[0]!).toSorted()).toEqual(['materialCodes', 'productId', 'productName', 'spuCode'])
    expect(data.records.every(({ spuCode }) => /^(AL|IR|MD|BZ|FA)/.test(spuCode))).toBe(true)
    const second = await ask<Found<Spu>>('product/spu/list', { ...IN, skuSourceType: 2, categoryTopCode: 'mobile' })
    expect(second.data.records.every(({ spuCode }) => /^(AL|IR)/.test(spuCode))).toBe(true)
    const accessories = await ask<Found<Spu>>('product/spu/list', { ...IN, categoryTopCode: 'accessories' })
    expect(accessories.data.records.every(({ spuCode }) => /^(VT|CS)/.test(spuCode))).toBe(true)

    const spu = data.records.find(({ spuCode }) => spuCode === 'MD20')!
    const own = (await ask<Found<Sku>>('product/sku/list/by/spu', { ...IN, productId: spu.productId })).data.records
    expect(own).toEqual(await skus({ productId: spu.productId }))
    expect(own.every(({ skuCode }) => skuCode.startsWith('MD20-'))).toBe(true)
    expect(own.flatMap(({ materialCodeStr }) => materialCodeStr.split(',')).toSorted()).toEqual(spu.materialCodes)
    expect((await ask<Found<Sku>>('product/sku/list/by/spu', IN)).data.records).toEqual([])
    expect(await skus({ productId: 'no number' })).toEqual([])
  })
})

describe('the other product selectors', () => {
  it('the selectors of materials answer all of them or those of the market', async () => {
    const all = (await ask<Found<{ materialCode: string }>>('sku/material/list')).data.records
    const market = (await ask<Found<{ materialCode: string }>>('market/material/list')).data.records
    expect(Object.keys(all[0]!)).toEqual(['materialCode'])
    expect(market.length).toBeGreaterThan(0)
    expect(market.length).toBeLessThan(all.length)
    const one = all[3]!.materialCode
    expect((await ask<Found<object>>('sku/material/list', { materialSearchKeyWord: one })).data.records).toEqual([
      { materialCode: one },
    ])
    for (const [path, { materialCode }] of [
      ['sku/material/list', all[3]!],
      ['market/material/list', market[1]!],
    ] as const) {
      expect((await ask<Found<object>>(path, { materialCode })).data.records).toEqual([{ materialCode }])
      expect((await ask<Found<object>>(path, { materialCode: 'no such number' })).data.records).toEqual([])
    }
    expect((await ask<Found<object>>('market/material/list', { materialCode: '' })).data.records).toEqual(market)
  })

  it('the selectors of currencies, trade terms and classifications answer plain arrays', async () => {
    expect((await ask<unknown[]>('currency/list')).data).toEqual(
      ['INR', 'BDT', 'LKR', 'NPR'].map((currency) => ({ currency })),
    )
    expect((await ask<string[]>('trade-term/list')).data.every((term) => typeof term === 'string')).toBe(true)
    const own = (await ask<{ fromIdcCode: string }[]>('db/classification/list')).data
    expect(Object.keys(own[0]!).toSorted()).toEqual(['classificationCode', 'classificationName', 'fromIdcCode', 'id'])
    expect(new Set(own.map(({ fromIdcCode }) => fromIdcCode))).toEqual(new Set(['IN']))
    const several = { ...IN, topAreaIdList: ['2', 2, '3', '77'] }
    expect((await ask<unknown[]>('db/classification/list', several)).data).toEqual(own)
    const hq = (await ask<{ id: string; fromIdcCode: string }[]>('db/classification/list', several, 'hq.budget')).data
    expect(new Set(hq.map(({ fromIdcCode }) => fromIdcCode))).toEqual(new Set(['IN', 'ID']))
    expect(new Set(hq.map(({ id, fromIdcCode }) => `${id} ${fromIdcCode}`)).size).toBe(hq.length)
  })

  it('the selector of customers offers enabled customers of the area, with the trade terms of one', async () => {
    await server.query(`
      insert into trade_term (code, name_zh, name_en, incoterm) values ('CIF-TEST', '到岸', 'CIF test port', 'CIF'), ('DAP-TEST', '目的地', 'DAP test', 'DAP');
      insert into customer (code, name_zh, name_en, kind, type, organisation_id, country_code, oerp_code, business_code, state, scope_id)
      select 'T-' || c.code || '-' || s.state || s.kind, '测试', 'Test ' || s.state, s.kind, 'national', c.organisation_id, c.code, 'E1', null, s.state, c.organisation_id
      from country c, (values ('enabled', 'distributor'), ('draft', 'distributor'), ('enabled', 'dealer')) as s (state, kind) where c.code in ('IN', 'ID');
      insert into customer_trade_term (code, customer_code, trade_term_code, scope_id)
      select k.code || t.code, k.code, t.code, k.scope_id from customer k, trade_term t
      where k.code like 'T-%' and t.code like '%-TEST' and (t.code = 'CIF-TEST') = (k.country_code = 'IN' and k.state = 'enabled')`)
    const list = { ...IN, page: 1, limit: 9999, distributorBelongType: 1 }
    const found = (await ask<Found<{ distributorCode: string }>>('distributor/list', list)).data.records
    const tested = (rows: readonly { distributorCode: string }[]) =>
      rows.filter(({ distributorCode }) => distributorCode.startsWith('T-'))
    expect(tested(found)).toEqual([
      {
        distributorCode: 'T-IN-enableddistributor',
        distributorName: 'Test enabled',
        erpCustomerCode: 'E1',
        businessCustomerCode: null,
        customerCountryCode: 'IN',
      },
    ])
    const dealers = await ask<Found<{ distributorCode: string }>>('distributor/list', {
      ...list,
      distributorBelongType: 2,
    })
    expect(tested(dealers.data.records).map(({ distributorCode }) => distributorCode)).toEqual(['T-IN-enableddealer'])
    const terms = (await ask<string[]>('trade-term/list')).data
    expect(terms.filter((term) => term.endsWith('-TEST'))).toEqual(['CIF-TEST'])
    const one = await ask<string[]>('trade-term/list', { ...IN, distributorCode: 'T-IN-enableddistributor' })
    expect(one.data).toEqual(['CIF-TEST'])
    expect((await ask<string[]>('trade-term/list', { distributorCode: 'T-ID-enableddistributor' })).data).toEqual([])
  })
})

describe('source systems and sales settings', () => {
  const values = { nameZh: '试产', nameEn: 'Trial' }

  it('a new SKU takes the waiting source SKU of its code, and a second mapping is refused', async () => {
    const make = (api: string, more: object) =>
      server.call<{ record: { id: string; values: object } }>('hq.pricing', `/aps/${api}/create`, {
        values: { ...values, ...more },
      })
    const waiting = await make('sourceSku', { skuSourceType: '1', sourceCode: 'ZZ1' })
    expect(waiting.data.record.values).toMatchObject({ code: '1/ZZ1', mapping: 'unmapped', skuCode: null })
    const twice = await make('sourceSku', { skuSourceType: '1', sourceCode: 'ZZ1' })
    expect([twice.status, twice.error?.key]).toEqual([409, 'product.sourceExists'])
    const sku = { code: 'ZZ1', spuCode: 'MD20', sellIn: 'no', lifeCycle: 'active' }
    const wrong = await make('sku', { ...sku, eanCode: '4006381333932' })
    expect([wrong.status, wrong.error?.key, wrong.error?.field]).toEqual([400, 'product.eanCheckDigit', 'eanCode'])
    expect(wrong.msg).toContain('4006381333932')
    expect((await make('sku', { ...sku, eanCode: '4006381333931' })).status).toBe(200)
    const again = await make('sku', sku)
    expect([again.status, again.error?.key, again.msg]).toEqual([409, 'product.skuExists', 'SKU already exists: ZZ1'])
    const { data } = await server.call<{ record: { values: object } }>('hq.pricing', '/aps/sourceSku/detail', {
      id: waiting.data.record.id,
    })
    expect(data.record.values).toMatchObject({ mapping: 'mapped', skuCode: 'ZZ1' })
    const other = await make('sourceSku', { skuSourceType: '2', sourceCode: 'ZZ1' })
    expect([other.status, other.error?.key]).toEqual([409, 'product.mapIt'])
    const crossed = await make('sourceSku', { skuSourceType: '2', sourceCode: 'ZZ2', skuCode: 'ZZ1' })
    expect(crossed.error?.key).toBe('product.otherCode')
    expect((await make('sourceSku', { skuSourceType: '2', sourceCode: 'ZZ1', skuCode: 'ZZ1' })).status).toBe(200)
  })

  it('the sales terms of several SKUs are answered for the lines of an order', async () => {
    const pool = createPool({ databaseUrl, max: 1, name: 'terms' })
    try {
      const sale = { areaId: 2, channelCode: 'CH-IN-05', customerCode: null, day: '2099-01-01' }
      const codes = ['FA3-BK-12256', 'MD10-BK-8256', 'no such SKU']
      const terms = await transaction(pool, (tx) => readSalesTerms(tx, { ...sale, skuCodes: codes }))
      expect(terms.get('FA3-BK-12256')).toMatchObject({
        isSellable: false,
        minimumQuantity: 50,
        cartonMultiple: 10,
        quota: 2000,
      })
      expect(terms.get('no such SKU')).toMatchObject({ isSellable: false })
    } finally {
      await pool.end()
    }
  })
})
