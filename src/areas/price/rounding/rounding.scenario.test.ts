import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DraftView, SettingView } from '#kernel/engine/setting/setting-wire.ts'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import type { PriceRow } from '../list/price-row.list.ts'
import { PRICE_ROUNDING, ROUNDING_PATH, type RoundingContent, type RoundingLine } from './rounding-wire.ts'

// How prices that are changed in percent are rounded: two people set it, and every change in percent goes by it.

const ENDS_IN_FIVE: RoundingLine = {
  areaId: String(INDIA.areaId),
  currency: INDIA.currency,
  step: '100',
  ending: '95',
  direction: 'up',
}

let company: TestCompany
beforeAll(async () => {
  company = await testCompany()
})
afterAll(() => company?.close())

const call = <T>(account: string, path: string, body: object) => company.server.call<T>(account, path, body)
const inForce = async () =>
  (await call<SettingView<RoundingContent>>('hq.pricing', `${ROUNDING_PATH}/detail`, { key: PRICE_ROUNDING })).data
const save = async (account: string, rules: readonly RoundingLine[]) => {
  const draftVersion = (await inForce()).draft?.version ?? 0
  return call<DraftView<RoundingContent>>(account, `${ROUNDING_PATH}/draft/save`, {
    key: PRICE_ROUNDING,
    draftVersion,
    content: { rules },
    note: '',
  })
}
const publish = async (account: string) =>
  call<{ version: number }>(account, `${ROUNDING_PATH}/publish`, {
    key: PRICE_ROUNDING,
    draftVersion: (await inForce()).draft?.version ?? 0,
  })
const dropDraft = () => company.query(`delete from setting_draft where kind = $1`, [PRICE_ROUNDING])

/** The areas whose rules a person is shown. */
const areasSeenBy = async (account: string) => {
  const { data } = await call<SettingView<RoundingContent>>(account, `${ROUNDING_PATH}/detail`, { key: PRICE_ROUNDING })
  return data.versions[0]!.content.rules.map(({ areaId }) => areaId).toSorted()
}

async function somePrices(): Promise<readonly PriceRow[]> {
  const { data } = await call<{ records: PriceRow[] }>('in.channel', '/aps/gs/price/queryByPage', {
    limit: 200,
    state: 'effective',
    classificationCode: 'PC-IN-01',
    currency: INDIA.currency,
  })
  const [first] = data.records.filter(({ effectiveTo, ladder }) => effectiveTo === null && ladder === null)
  return data.records
    .filter(
      ({ effectiveTo, ladder, tradeTermCode, spuCode }) =>
        effectiveTo === null && ladder === null && tradeTermCode === first!.tradeTermCode && spuCode === first!.spuCode,
    )
    .slice(0, 2)
}

const exactly = (price: string, percent: number) => Number(((Number(price) * (100 + percent)) / 100).toFixed(6))

describe('rounding rules', () => {
  it('the demonstration has one rule, which a person may not change alone', async () => {
    const { versions } = await inForce()
    expect(versions.map(({ version }) => version)).toEqual([1, 0])
    expect(versions[0]!.content.rules).toEqual([
      { areaId: String(INDIA.areaId), currency: 'INR', step: '10', ending: '9', direction: 'down' },
    ])
    const saved = await save('hq.pricing', [ENDS_IN_FIVE])
    expect(saved.data.problems, saved.msg).toEqual([])
    const alone = await publish('hq.pricing')
    expect(alone.error?.key).toBe('twoPeople.secondPerson')
    expect((await publish('in.channel')).status).toBe(403)
    const published = await publish('hq.finance')
    expect(published.data, published.msg).toEqual({ version: 2 })
    expect((await inForce()).versions[0]!.content.rules).toEqual([ENDS_IN_FIVE])
    // Who works in another country is not shown the rules of this one.
    expect(await areasSeenBy('in.finance')).toEqual([String(INDIA.areaId)])
    expect(await areasSeenBy('id.finance')).toEqual([])
    const [entry] = await company.query<{ n: number }>(
      `select count(*)::int as n from audit_entry where document_type = 'priceRounding' and action = 'publish'`,
    )
    expect(entry!.n).toBe(1)
  })

  it('each faulty cell of a draft is named, and it is not published', async () => {
    const rules: RoundingLine[] = [
      ENDS_IN_FIVE,
      ENDS_IN_FIVE,
      { ...ENDS_IN_FIVE, areaId: '99999' },
      { ...ENDS_IN_FIVE, currency: 'XTS' },
      { ...ENDS_IN_FIVE, areaId: '', step: '0', ending: '' },
      { ...ENDS_IN_FIVE, currency: 'USD', areaId: '', step: '0.001' },
      { ...ENDS_IN_FIVE, currency: 'EUR', areaId: '', step: '10', ending: '10' },
    ]
    const { data } = await save('hq.finance', rules)
    expect(data.problems.map(({ row, field }) => [row, field])).toEqual([
      [1, 'currency'],
      [2, 'areaId'],
      [3, 'currency'],
      [4, 'step'],
      [5, 'step'],
      [6, 'ending'],
    ])
    expect((await publish('hq.pricing')).error?.key).toBe('twoPeople.incomplete')
    await dropDraft()
  })

  it('a change in place rounds by the rule, says the exact figure, and the review shows it to the approver', async () => {
    const rows = await somePrices()
    const ids = rows.map(({ id }) => id)
    const change = { way: 'percent', value: '-3.5', effectiveFrom: testDay(20) }
    const checked = await call<{
      drafts: { rounding: object; examples: { exact: string; price: string }[] }[]
    }>('in.channel', '/aps/gs/price/change/check', { ids, change })
    const [draft] = checked.data.drafts
    expect(draft!.rounding, checked.msg).toEqual({ step: '100', ending: '95', direction: 'up' })
    expect(draft!.examples.map(({ exact }) => Number(exact))).toEqual(rows.map(({ price }) => exactly(price, -3.5)))
    for (const { exact, price } of draft!.examples) {
      expect(price).toMatch(/95\.00$/)
      expect(Number(price) - Number(exact)).toBeGreaterThanOrEqual(0)
      expect(Number(price) - Number(exact)).toBeLessThan(100)
    }
    const made = await call<{ drafts: { id: string }[] }>('in.channel', '/aps/gs/price/change/draft', {
      ids,
      change,
      eligible: rows.length,
      reason: 'Season',
      basis: 'promotion',
    })
    const [id] = made.data.drafts.map((each) => each.id)
    const read = async (account: string) =>
      (
        await call<{ document: Record<string, unknown> & { lines: Record<string, string>[] } }>(
          account,
          '/aps/price/review/detail',
          { id },
        )
      ).data.document
    const submitted = await call<{ state: string }>(
      'in.channel',
      '/aps/gs/price/bpm/template-code',
      await read('in.channel'),
    )
    expect(submitted.data.state, submitted.msg).toBe('underApproval')
    const lines = (await read('hq.pricing')).lines
    expect(lines.map(({ percent, price }) => [percent, price])).toEqual(
      draft!.examples.map(({ price }) => ['-3.50', price]),
    )
    expect(lines.map(({ exactPrice }) => Number(exactPrice))).toEqual(rows.map(({ price }) => exactly(price, -3.5)))
  })

  it('prices by percent for a form go by the same rule, and name products without a price', async () => {
    const rows = await somePrices()
    const [first] = rows
    const asked = {
      areaId: INDIA.areaId,
      classificationCode: 'PC-IN-01',
      tradeTermCode: first!.tradeTermCode,
      currency: INDIA.currency,
      day: testDay(0),
      percent: '4',
      skuCodes: [first!.skuCode, 'NO-SUCH-SKU'],
    }
    const path = '/aps/gs/price/percent/check'
    const { data, msg } = await call<{ prices: { exact: string; price: string }[] }>('in.channel', path, asked)
    expect(data.prices[0], msg).toMatchObject({ before: first!.price, price: expect.stringMatching(/95\.00$/) })
    expect(Number(data.prices[0]!.exact)).toBe(exactly(first!.price, 4))
    expect(data.prices[1]).toMatchObject({ before: null, exact: null, price: null })
    const key = async (more: object, account = 'in.channel') => {
      const answer = await call(account, path, { ...asked, ...more })
      return [answer.status, answer.error?.key]
    }
    expect(await key({ percent: '-100' })).toEqual([400, 'http.invalidField'])
    expect(await key({ day: '2026-02-30' })).toEqual([400, 'http.invalidField'])
    expect(await key({ classificationCode: null })).toEqual([400, 'price.partyMissing'])
    expect(await key({ areaId: 3 })).toEqual([404, 'http.notFound'])
    expect((await key({}, 'in.dist'))[0]).toBe(403)
  })
})
