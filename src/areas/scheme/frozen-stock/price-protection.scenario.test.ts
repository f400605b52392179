import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { FOREIGN_CUSTOMER } from '#test/helpers/company/fixtures.ts'
import { claimStory, type ClaimStory } from '#test/helpers/scheme/claim-story.ts'
import { stockStory, type StockStory } from '#test/helpers/scheme/stock-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

let server: DemoServer
let story: SchemeStory
let claims: ClaimStory
let stock: StockStory

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
  claims = await claimStory(server, story)
  stock = await stockStory(server, story)
})

afterAll(async () => {
  await server?.close()
})

interface Checked {
  readonly refusals: readonly { readonly key: string; readonly field?: string; readonly row?: number }[]
  readonly warnings: readonly { readonly key: string; readonly msg: string }[]
  readonly lines: readonly { readonly values: Readonly<Record<string, unknown>> }[]
}

const check = async (route: string, content: object) =>
  (await server.call<Checked>('in.channel', `/aps/scheme/${route}/check`, content)).data
const keys = (refusals: Checked['refusals']) => refusals.map(({ key }) => key)
const stored = async (route: string, no: string) => {
  const { data } = await server.call<{ document: { lines: Readonly<Record<string, unknown>>[] } }>(
    'in.manager',
    `/aps/scheme/${route}/detail`,
    { no },
  )
  return data.document.lines
}
const registry = async (account: string, filters: object) => {
  const { data } = await server.call<{ records: readonly { imei1: string | null }[] }>(account, '/aps/device/page', {
    limit: 50,
    ...filters,
  })
  const { data: counted } = await server.call<{ recordTotal: number }>(account, '/aps/device/count', filters)
  expect(counted.recordTotal).toBe(data.records.length)
  return data.records.map(({ imei1 }) => imei1)
}
const claim = (scheme: Acted, amount: string, period: 0 | 1, line: object = {}) =>
  claims.claim(scheme, amount, { claimPeriod: stock.periods[period] }, { remark: null, ...line })
const of = (scheme: Acted, amount: string, period: 0 | 1, line: object = {}) => ({
  schemeNo: scheme.no,
  idcCode: 'IN',
  areaId: story.budget.area,
  currency: story.budget.currency,
  reason: 'As agreed',
  customerCode: story.customer,
  claimPeriod: stock.periods[period],
  payoutType: 'standard',
  postingDate: story.day(28),
  lines: [{ fundingNo: 1, amount, ...line }],
})

describe('price protection', () => {
  it("price protection counts the customer's stock at the end of the day and freezes it at the submit", async () => {
    const [first, , third] = [
      await stock.unit(),
      await stock.unit({ got: 29, activated: -1 }),
      await stock.unit({ soldOut: -1 }),
    ]
    await stock.unit({ soldOut: 1 })
    await stock.unit({ activated: 1 })
    await stock.unit({ got: 31 })
    await stock.unit({ got: -1 })
    await stock.unit({ demo: true })
    const lines = [stock.line('100.00', 5)]
    const soft = await check('application', story.content(lines, stock.header))
    expect(soft.refusals).toEqual([])
    expect(soft.lines[0]?.values).toMatchObject({ stockUnits: 3 })
    expect(soft.warnings.filter(({ key }) => key === 'scheme.beyondStock')).toMatchObject([
      { msg: expect.stringContaining('300') as string },
    ])

    const scheme = await story.apply(lines, stock.header)
    expect(await stored('application', scheme.data.no)).toMatchObject([{ stockUnits: 3 }])
    // Movements entered later for a past day are not added; later outflows stay counted.
    await stock.unit()
    await stock.activated(third, 20)
    await story.agree(schemeApplication, scheme.data.formInstanceId)
    expect(await stored('application', scheme.data.no)).toMatchObject([{ stockUnits: 3 }])
    // Each unit is visible in the registry, to people with access, through its document.
    const frozen = { frozenBy: scheme.data.no, frozenLine: 1 }
    expect(await registry('in.channel', frozen)).toHaveLength(3)
    expect(await registry('in.manager', frozen)).toEqual(expect.arrayContaining([first, third]))
    expect(await registry('in.channel', { ...frozen, number: third })).toEqual([third])
    expect(await registry('in.channel', { ...frozen, frozenLine: 2 })).toEqual([])
    expect(await registry('id.channel', frozen)).toEqual([])
    const left = await check('execute', of(scheme.data, '0.01', 0))
    expect(left.lines[0]?.values).toMatchObject({ basisUnits: 3, calculatedAmount: '300.00', settledBefore: '0.00' })

    const paid = await claim(scheme.data, '300.00', 0)
    expect(paid.data?.state ?? paid.msg).toBe('underApproval')
    await story.agree(schemeExecute, paid.data.formInstanceId)
    const units = await stock.claimed(paid.data.id)
    expect(units).toMatchObject(Array.from({ length: 3 }, () => ({ state: 'paid', amount: '100.00' })))
    expect(units.map(({ imei }) => imei)).toEqual(expect.arrayContaining([first, third]))
    expect(await claims.broken()).toEqual([])
  })

  it('price protection pays each unit once, and a rejected claim returns its units', async () => {
    const spare = await stock.unit({ sku: stock.otherSku })
    const named = await stock.unit({ sku: stock.otherSku })
    await stock.unit({ sku: stock.otherSku })
    const sold = await stock.unit({ sku: stock.otherSku, soldOut: 2 })
    const scheme = await claims.scheme([stock.line('40.00', 5, { skuCode: stock.otherSku })], stock.header)
    expect((await claim(scheme, '40.00', 0, { imeis: sold })).error?.key).toBe('scheme.deviceNotFrozen')

    // As many as the amount pays for, the last one in part.
    const rejected = await claim(scheme, '90.00', 0)
    expect(await stock.claimed(rejected.data.id)).toHaveLength(3)
    await story.decide(schemeExecute, rejected.data.formInstanceId, 'reject')
    const byName = await claim(scheme, '40.00', 0, { imeis: named })
    await story.agree(schemeExecute, byName.data.formInstanceId)
    expect(await stock.claimed(byName.data.id)).toMatchObject([{ imei: named, state: 'paid', amount: '40.00' }])

    const soft = await check('execute', of(scheme, '80.01', 1))
    expect(soft.lines[0]?.values).toMatchObject({ basisUnits: 2, calculatedAmount: '80.00' })
    expect(keys(soft.refusals)).toEqual(['scheme.beyondCalculation'])
    for (const language of ['en', 'zh'] as const) {
      const body = of(scheme, '80.00', 1, { quantity: 3 })
      const refused = await server.call('in.channel', '/aps/scheme/execute/submit', body, language)
      expect(refused.error).toMatchObject({ key: 'scheme.beyondFrozen', field: 'quantity' })
      expect(refused.msg).toMatch(language === 'en' ? /3 units .* 2/ : /3 台.* 2 台/)
    }
    const rest = await claim(scheme, '79.99', 1)
    await story.agree(schemeExecute, rest.data.formInstanceId)
    expect((await stock.claimed(rest.data.id)).map(({ amount }) => amount).toSorted()).toEqual(['39.99', '40.00'])
    expect((await stock.claimed(rest.data.id)).map(({ imei }) => imei)).toContain(spare)
    expect(await claims.broken()).toEqual([])
  })

  it('price protection counts all SKUs of an SPU and no unit that another scheme of the type paid', async () => {
    await stock.unit()
    await stock.unit({ sku: stock.otherSku })
    const lines = [stock.line('10.00', 50, { skuCode: null, spuCode: stock.spu })]
    const scheme = await claims.scheme(lines, stock.header)
    const [line] = await stored('application', scheme.no)
    const frozen = Number(line?.['stockUnits'])
    const soft = await check('execute', of(scheme, '0.01', 0))
    const left = Number(soft.lines[0]?.values['basisUnits'])
    // Earlier schemes paid for five of them; one was entered after the first submit.
    expect([frozen, left]).toEqual([8, 3])
    const ofOne = await check('execute', of(scheme, '0.01', 0, { skuCode: stock.otherSku }))
    expect(ofOne.lines[0]?.values).toMatchObject({ basisUnits: 1, calculatedAmount: '10.00' })

    const parts = {
      lines: [
        { fundingNo: 1, amount: '20.00', skuCode: stock.sku },
        { fundingNo: 1, amount: '10.00' },
      ],
    }
    const paid = await claims.claim(scheme, '0', { claimPeriod: stock.periods[0], ...parts })
    expect(paid.data?.state ?? paid.msg).toBe('underApproval')
    expect(await stock.claimed(paid.data.id)).toHaveLength(3)
    const none = await check('execute', of(scheme, '0.01', 1))
    expect(none.lines[0]?.values).toMatchObject({ basisUnits: 0, calculatedAmount: '0.00' })
  })

  it.each([
    ['scheme.stockDayNotOver', (line: object) => [line], () => ({ referenceDate: testDay(1) })],
    ['scheme.stockTwice', (line: object) => [line, line], () => ({})],
    ['scheme.stockTwice', (line: object) => [line, { ...line, skuCode: null, spuCode: stock.spu }], () => ({})],
  ] as const)('price protection is refused: %s', async (key, lines, header) => {
    const before = await story.buckets()
    const asked = lines(stock.line('10.00', 1)) as Parameters<SchemeStory['apply']>[0]
    const { status, error } = await story.apply(asked, { ...stock.header, ...header() })
    expect({ status, key: error?.key }).toEqual({ status: 400, key })
    expect(await story.buckets()).toEqual(before)
  })

  it('price protection reveals no stock of a customer that its drafter does not see', async () => {
    const soft = await check(
      'application',
      story.content([stock.line('1.00', 1, { customerCode: FOREIGN_CUSTOMER })], stock.header),
    )
    expect(keys(soft.refusals)).toContain('scheme.customerUnknown')
    expect(soft.lines[0]?.values).toMatchObject({ stockUnits: null })
  })
})
