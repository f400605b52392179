import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import type { PriceRow } from '../list/price-row.list.ts'
import { priceByPercent } from '../shared/price-rounding.rules.ts'

// Chosen prices of the list become drafts of price reviews.

const ACCOUNT = 'in.channel'
const CHECK = '/aps/gs/price/change/check'
const DRAFT = '/aps/gs/price/change/draft'

interface Checked {
  readonly chosen: number
  readonly eligible: number
  readonly leftOut: readonly { reason: string; no: string | null; count: number }[]
  readonly drafts: readonly { classificationCode: string; tradeTermCode: string; lines: number }[]
  readonly choices: readonly { code: string }[]
}
interface Made {
  readonly drafts: readonly { id: string; no: string; title: string; lines: number }[]
}
interface Draft {
  readonly title: string
  readonly state: string
  readonly mode: string
  readonly lines: readonly { skuCode: string; price: string; lineFrom: string | null; lineTo: string | null }[]
}

let company: TestCompany
beforeAll(async () => {
  company = await testCompany()
})
afterAll(() => company?.close())

/** Prices in India end in nine (the demonstration's rule). */
const OF_INDIA = { step: '10', ending: '9', direction: 'down' } as const

const cut = { way: 'percent', value: '-10', effectiveFrom: testDay(5) } as const
const list = async (asked: object, account: string = ACCOUNT): Promise<readonly PriceRow[]> =>
  (
    await company.server.call<{ records: PriceRow[] }>(account, '/aps/gs/price/queryByPage', {
      limit: 200,
      state: 'effective',
      areaId: INDIA.areaId,
      ...asked,
    })
  ).data.records
const check = (target: object, change: object = cut, account: string = ACCOUNT) =>
  company.server.call<Checked>(account, CHECK, { ...target, change })
const draft = (target: object, eligible: number, more: object = {}, account: string = ACCOUNT, key = randomUUID()) =>
  company.server.call<Made>(
    account,
    DRAFT,
    { ...target, change: cut, eligible, reason: 'Year end', basis: 'promotion', ...more },
    'en',
    key,
  )
const savedDraft = async (id: string) =>
  (await company.server.call<{ document: Draft }>(ACCOUNT, '/aps/price/review/detail', { id })).data.document
const drafted = async () => (await company.query<{ n: number }>('select count(*)::int as n from price_review'))[0]!.n

/** Some open prices of two trade terms or currencies of one classification. */
async function chosen(): Promise<readonly PriceRow[]> {
  const rows = (await list({ classificationCode: 'PC-IN-01' })).filter(
    ({ effectiveTo, ladder }) => effectiveTo === null && ladder === null,
  )
  const [first] = rows
  const other = rows.find(
    ({ tradeTermCode, currency }) => tradeTermCode !== first!.tradeTermCode || currency !== first!.currency,
  )
  const same = rows.find(
    ({ skuCode, tradeTermCode, currency }) =>
      skuCode !== first!.skuCode && tradeTermCode === first!.tradeTermCode && currency === first!.currency,
  )
  return [first!, same!, other!]
}

describe('chosen prices of the list', () => {
  it('chosen prices become a draft for each trade term and currency, which says so before, and is submitted as any other', async () => {
    const rows = await chosen()
    const ids = rows.map(({ id }) => id)
    const { data, msg } = await check({ ids })
    expect(data, msg).toMatchObject({ chosen: 3, eligible: 3, leftOut: [] })
    expect(data.drafts.map(({ lines }) => lines).toSorted((one, other) => one - other)).toEqual([1, 2])
    expect(data.choices.map(({ code }) => code)).toContain('PC-IN-01')
    const key = randomUUID()
    const made = await draft({ ids }, 3, {}, ACCOUNT, key)
    expect(made.status, made.msg).toBe(200)
    expect((await draft({ ids }, 3, {}, ACCOUNT, key)).data).toEqual(made.data)
    const [two] = made.data.drafts.filter(({ lines }) => lines === 2)
    const saved = await savedDraft(two!.id)
    const { lines, ...header } = saved
    expect(header).toMatchObject({ state: 'draft', mode: 'replace', title: two!.title, basis: 'promotion' })
    expect(lines.map(({ skuCode, price }) => [skuCode, price])).toEqual(
      rows.slice(0, 2).map(({ skuCode, price }) => [skuCode, priceByPercent(price, cut.value, OF_INDIA).rounded]),
    )
    const submitted = await company.server.call<{ state: string; no: string }>(
      ACCOUNT,
      '/aps/gs/price/bpm/template-code',
      saved,
    )
    expect(submitted.data.state, submitted.msg).toBe('underApproval')
    // From now on the prices are held, and a further change leaves them out and names the review.
    expect((await check({ ids })).data).toMatchObject({
      eligible: 1,
      leftOut: [{ reason: 'held', no: submitted.data.no, count: 2 }],
    })
  })

  it('everything that a filter matches is changed without a list of ids, up to the most', async () => {
    const filters = { areaId: INDIA.areaId, classificationCode: 'PC-IN-02', state: 'effective' }
    const total = (await company.server.call<{ recordTotal: number }>(ACCOUNT, '/aps/gs/price/count', filters)).data
    const { data } = await check({ filters })
    expect(data.chosen).toBe(total.recordTotal)
    expect(data.drafts.reduce((sum, { lines }) => sum + lines, 0)).toBe(data.eligible)
    const made = await draft({ filters }, data.eligible)
    expect(made.status, made.msg).toBe(200)
    expect(made.data.drafts.reduce((sum, { lines }) => sum + lines, 0)).toBe(data.eligible)
    const [longest] = [...made.data.drafts].toSorted((one, other) => other.lines - one.lines)
    expect((await savedDraft(longest!.id)).lines).toHaveLength(longest!.lines)
    const many = await company.server.call<Checked>('hq.pricing', CHECK, { filters: {} })
    expect(many.data.chosen).toBe(10_001)
    const refused = await check({ filters: {} }, cut, 'hq.pricing')
    expect([refused.status, refused.error?.key]).toEqual([400, 'price.chosenTooMany'])
  })

  it('another person’s area, an unknown price, past days, a change of nothing and a list that changed are refused, and nothing is made', async () => {
    const before = await drafted()
    const [, , mine] = await chosen()
    const ids = [mine!.id]
    const [foreign] = await list({ areaId: 3 }, 'hq.auditor')
    for (const id of [foreign!.id, '999999999999'])
      expect([id, (await draft({ ids: [...ids, id] }, 2)).status]).toEqual([id, 404])
    const key = async (change: object) => (await check({ ids }, { ...cut, ...change })).error?.key
    expect(await key({ effectiveFrom: testDay(-1) })).toBe('price.dayIsOver')
    expect(await key({ effectiveTo: testDay(4) })).toBe('price.datesReversed')
    for (const change of [
      { effectiveFrom: '2031-02-30' },
      { value: null },
      { way: 'price', value: '0' },
      { value: '1e9' },
    ])
      expect([change, (await check({ ids }, { ...cut, ...change })).status]).toEqual([change, 400])
    expect((await check({})).status).toBe(400)
    expect((await check({ ids }, { way: 'same', effectiveFrom: testDay(5) })).data.leftOut).toEqual([
      { reason: 'unchanged', no: null, count: 1 },
    ])
    expect((await check({ ids }, { ...cut, classificationCode: 'PC-ID-01' })).data.leftOut[0]!.reason).toBe('otherArea')
    const changed = await draft({ ids }, 7)
    expect([changed.status, changed.error?.key]).toEqual([409, 'price.chosenChanged'])
    for (const account of ['in.dist', 'in.manager', 'hq.auditor'])
      expect([account, (await draft({ ids }, 1, {}, account)).status]).toEqual([account, 403])
    expect(await drafted()).toBe(before)
  })
})
