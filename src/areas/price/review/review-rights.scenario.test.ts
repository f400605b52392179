import { afterAll, beforeAll, expect, it } from 'vitest'
import { INDIA, INDONESIA } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { holdRole } from '#test/helpers/permission-world.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceApplication } from '../application/price-application.doc.ts'
import { priceReview } from './price-review.doc.ts'

// One person who may see costs and margins in India, and only asks for prices in Indonesia.

const WHO = 'nomenu'
const ASKS = ['price.review.view', 'price.review.submit', 'price.list.view', 'approval.task.view']

interface Priced {
  readonly classification: string
  readonly term: string
  readonly sku: string
  readonly price: string
}

let company: TestCompany
beforeAll(async () => {
  company = await testCompany()
  await holdRole(company.server, WHO, 'asksThere', 'ID', ASKS)
  await holdRole(company.server, WHO, 'seesHere', 'IN', [
    ...ASKS,
    'price.cost.view',
    'price.margin.view',
    'price.floor.view',
  ])
})
afterAll(() => company?.close())

/** A request for a product of an area that has a price and a cost. */
async function content(area: typeof INDIA | typeof INDONESIA) {
  const [found] = await company.query<Priced>(
    `select k.classification_code as classification, k.trade_term_code as term, k.sku_code as sku, r.price::text
     from price_key k join price_row r on r.key_id = k.id and r.known_until is null and r.valid_to is null and r.cost_basis is not null and r.ladder is null
     where k.area_id = $1 and k.currency = $2 and k.classification_code is not null
       and not exists (select from price_hold h where h.key_id = k.id) order by 1, 2, 3`,
    [area.areaId, area.currency],
  )
  const { classification, term, sku, price } = found!
  return {
    ...area,
    title: 'Autumn prices',
    classificationCode: classification,
    tradeTermCode: term,
    basis: 'marketPrice',
    taxMode: 'exclusive',
    mode: 'replace',
    effectiveFrom: testDay(200),
    retro: 'no',
    reason: 'The market moved',
    lines: [{ skuCode: sku, price }],
  }
}

it('the check of a form tells costs and margins only where the person may see them, not those of another country', async () => {
  const checked = async (area: typeof INDIA | typeof INDONESIA) => {
    const { data, msg } = await company.server.call<{ lines: { values: Record<string, unknown> }[] }>(
      WHO,
      `${priceReview.api}/check`,
      await content(area),
    )
    expect(data, msg).toBeTruthy()
    return data.lines[0]!.values
  }
  expect(await checked(INDIA)).toMatchObject({ costBasis: expect.any(String), margin: expect.any(String) })
  expect(await checked(INDONESIA)).toMatchObject({ costBasis: null, margin: null, floorMargin: null })
})

it('the figures of a review tell margins only where the person may see them, not those of another country', async () => {
  const { data, msg } = await company.server.call<{ formInstanceId: string }>(
    'id.channel',
    '/aps/gs/price/bpm/template-code',
    await content(INDONESIA),
  )
  expect(data, msg).toBeTruthy()
  const figures = async (account: string) => {
    const { data: found } = await company.server.call<{
      document: { lines: Record<string, unknown>[] }
      decisionFacts: { total: Record<string, unknown> }
    }>(account, `${priceReview.api}/detail`, { formInstanceId: data.formInstanceId })
    return { ...found.decisionFacts.total, line: found.document.lines[0]!['margin'] }
  }
  expect(await figures('id.manager')).toMatchObject({ marginBefore: expect.any(String), line: expect.any(String) })
  expect(await figures(WHO)).toMatchObject({ marginBefore: null, marginAfter: null, line: null })
})

it('a price that a document in approval holds is refused with the number of that document only to people who may see it', async () => {
  const raised = await content(INDIA)
  const review = await company.server.call<{ no: string; formInstanceId: string }>(
    'in.channel',
    '/aps/gs/price/bpm/template-code',
    raised,
  )
  expect(review.data, review.msg).toBeTruthy()
  const applies = ['price.application.submit', 'price.application.view', 'approval.task.view']
  await holdRole(company.server, 'hq.it', 'appliesOnly', 'IN', applies)
  const { retro: _, ...application } = { ...raised, market: 'Three shops' }
  const refusals = async (account: string) => {
    const { data, msg } = await company.server.call<{ refusals: { key: string; msg: string }[] }>(
      account,
      `${priceApplication.api}/check`,
      application,
    )
    expect(data, msg).toBeTruthy()
    return data.refusals
  }
  expect(await refusals('in.channel')).toMatchObject([
    { key: 'price.held', msg: `Document ${review.data.no} is in approval for the same price` },
  ])
  expect(await refusals('hq.it')).toMatchObject([
    { key: 'price.heldUnseen', msg: 'Another document is in approval for the same price; you may not see it' },
  ])
  // The same for a move of the price to another classification.
  const [held] = await company.query<{ id: string }>(
    `select r.id::text from price_hold h join price_row r on r.key_id = h.key_id and r.known_until is null and r.valid_to is null where h.document_no = $1`,
    [review.data.no],
  )
  await holdRole(company.server, 'hq.it', 'movesOnly', 'IN', ['price.review.change', 'price.list.view'])
  const moved = async (account: string) => {
    const { data, msg } = await company.server.call<{ refusals: { key: string; msg: string }[] }>(
      account,
      '/aps/gs/price/edit-classification',
      { ids: [held!.id], classificationCode: 'PC-IN-04' },
    )
    expect(data, msg).toBeTruthy()
    return data.refusals.map(({ key }) => key)
  }
  expect(await moved('in.finance')).toEqual(['price.held'])
  expect(await moved('hq.it')).toEqual(['price.heldUnseen'])
  await company.decideNext(priceReview, review.data.formInstanceId, 'reject')
})
