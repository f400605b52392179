import { afterAll, beforeAll, expect, it } from 'vitest'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceApplication } from './price-application.doc.ts'

let company: TestCompany
beforeAll(async () => {
  company = await testCompany()
})
afterAll(() => company?.close())

it('cuts that a country makes one after the other count together for 90 days', async () => {
  const [found] = await company.query<{ sku: string; term: string; classification: string; price: string }>(
    `select k.sku_code as sku, k.trade_term_code as term, k.classification_code as classification, r.price::text as price
     from price_key k join price_row r on r.key_id = k.id and r.known_until is null and r.valid_to is null and r.ladder is null
     where k.area_id = $1 and k.currency = $2 and k.classification_code is not null and r.valid_from < product_now() - interval '1 day' order by 3, 2, 1`,
    [INDIA.areaId, INDIA.currency],
  )
  const { sku, term, classification, price } = found!
  const ask = async (factor: number, day: number) => {
    const { data, msg } = await company.as('in.channel').submit(priceApplication, {
      ...INDIA,
      title: 'Match the market',
      classificationCode: classification,
      tradeTermCode: term,
      basis: 'marketPrice',
      taxMode: 'exclusive',
      mode: 'replace',
      effectiveFrom: testDay(day),
      market: 'Shops ask less',
      reason: 'The market went down',
      lines: [{ skuCode: sku, price: (Number(price) * factor).toFixed(2), expectedQuantity: 10 }],
    })
    expect(data, msg).toBeTruthy()
    const [row] = await company.query<{ authority: string; cut: string }>(
      'select authority, price_cut_percent::text as cut from price_application where id = $1',
      [data.id],
    )
    return { data, measured: [row!.authority, Math.round(Number(row!.cut))] }
  }
  const first = await ask(0.97, 1)
  expect(first.measured).toEqual(['within', 3])
  await company.agreeAll(priceApplication, first.data.formInstanceId)
  const second = await ask(0.93, 2)
  expect(second.measured).toEqual(['beyond', 7])
  await company.decideNext(priceApplication, second.data.formInstanceId, 'reject')
  // After 90 days a country may cut again.
  const third = await ask(0.93, 92)
  expect(third.measured).toEqual(['within', 4])
  await company.decideNext(priceApplication, third.data.formInstanceId, 'reject')
})
