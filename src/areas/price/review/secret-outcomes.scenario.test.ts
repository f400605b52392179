import { afterAll, beforeAll, expect, it } from 'vitest'
import { priceApplication } from '#areas/price/application/price-application.doc.ts'
import { schemeSpecialPrice } from '#areas/scheme/special-price/scheme-special-price.doc.ts'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceReview } from './price-review.doc.ts'

// Whoever may not see costs, margins and floors asks for one price after another, and wants to know of each whether it is below the floor.

interface Sold {
  readonly classification: string
  readonly customer: string
  readonly term: string
  readonly sku: string
  readonly price: string
  readonly cost: string
  readonly floor: string
}

let company: TestCompany
let sold: Sold
beforeAll(async () => {
  company = await testCompany()
  const [found] = await company.query<Sold>(
    `select k.classification_code as classification, u.code as customer, k.trade_term_code as term, k.sku_code as sku, r.price::text,
       c.unit_cost::text as cost, c.floor_margin::text as floor
     from price_key k join price_row r on r.key_id = k.id and r.known_until is null and r.valid_to is null and r.ladder is null
     join customer u on u.classification_code = k.classification_code and u.state = 'enabled'
     join country y on y.code = u.country_code and y.area_id = k.area_id
     join customer_trade_term t on t.customer_code = u.code and t.trade_term_code = k.trade_term_code and t.enabled
     cross join lateral price_cost_at(k.sku_code, k.area_id, k.currency, r.valid_from) c
     where k.area_id = $1 and k.currency = $2 and not exists (select from price_hold h where h.key_id = k.id)
       and not exists (select from special_price s where s.sku_code = k.sku_code and s.customer_code = u.code)
     order by 1, 2, 3, 4`,
    [INDIA.areaId, INDIA.currency],
  )
  sold = found!
  // The floor is at 95 % of the price: a cut of as much changes no step by itself.
  const cost = (Number(sold.price) * 0.95 * (1 - Number(sold.floor) / 100)).toFixed(2)
  await company.query(
    `update price_cost c set unit_cost = $1 from price_cost_key k where k.id = c.key_id and k.sku_code = $2 and k.area_id = $3 and k.currency = $4`,
    [cost, sold.sku, INDIA.areaId, INDIA.currency],
  )
  sold = { ...sold, cost }
})
afterAll(() => company?.close())

const listed = (price: number) => ({
  ...INDIA,
  title: 'Autumn prices',
  classificationCode: sold.classification,
  tradeTermCode: sold.term,
  basis: 'marketPrice',
  taxMode: 'exclusive',
  mode: 'replace',
  effectiveFrom: testDay(200),
  retro: 'no',
  reason: 'The market moved',
  market: 'Three shops in Delhi',
  lines: [{ skuCode: sold.sku, price: price.toFixed(2) }],
})

const special = (price: number) => ({
  ...INDIA,
  title: 'A bid',
  customerCode: sold.customer,
  tradeTermCode: sold.term,
  funding: 'margin',
  settlement: 'invoice',
  stackable: 'no',
  validFrom: testDay(3),
  validTo: testDay(20),
  reason: 'A tender',
  lines: [{ skuCode: sold.sku, specialPrice: price.toFixed(2), quantityCap: 10, lineCurrency: INDIA.currency }],
})

type Ask = (price: number) => Promise<unknown>

async function answer(account: string, path: string, body: object): Promise<unknown> {
  const { data, msg } = await company.server.call<Record<string, unknown>>(account, path, body)
  expect(data, msg).toBeTruthy()
  return data
}

const asks = (account: string): Readonly<Record<string, Ask>> => {
  const preview = (documentType: string, content: (price: number) => object) => (price: number) =>
    answer(account, '/aps/bpm/preview', { documentType, ...content(price) })
  const header = async (api: string, content: object) =>
    ((await answer(account, `${api}/check`, content)) as { header: object }).header
  return {
    'the route of a review': preview(priceReview.name, listed),
    'the route of an application': preview(priceApplication.name, listed),
    'the authority of an application': (price) => header(priceApplication.api, listed(price)),
    'the route of a special price': preview(schemeSpecialPrice.name, special),
    'the head of a special price': (price) => header(schemeSpecialPrice.api, special(price)),
  }
}

/** The largest price of which the answer is another than that of the price above it; null where all answers are the same. */
async function halved(ask: Ask): Promise<number | null> {
  let [low, high] = [Number(sold.price) * 0.905, Number(sold.price) * 0.999]
  const told = async (price: number) => JSON.stringify(await ask(price)).replaceAll(/"likelyFinish":"[^"]*"/g, '')
  const atMost = await told(high)
  if ((await told(low)) === atMost) return null
  while (high - low > 1) {
    const middle = (low + high) / 2
    if ((await told(middle)) === atMost) high = middle
    else low = middle
  }
  return high
}

/** The part of an answer that a cut of the price itself does not change. */
const withoutCut = (ask: Ask) => async (price: number) => {
  const found = (await ask(price)) as { steps?: readonly { status: string; mayBeNeeded?: true }[] }
  if (!found.steps) return { ...found, priceCutPercent: null, totalAmount: null }
  return { ...found, steps: found.steps.map(({ status, mayBeNeeded }) => [status, mayBeNeeded ?? false]) }
}

it.each([
  'the route of a review',
  'the route of an application',
  'the authority of an application',
  'the route of a special price',
  'the head of a special price',
])('people who may not see margins do not find the floor by halving with %s', async (name) => {
  expect(await halved(withoutCut(asks('in.channel')[name]!))).toBeNull()
})

it('a step that depends on the floor may be needed for a drafter who may not see it, and is needed or not for one who may', async () => {
  const floorPrice = Number(sold.cost) / (1 - Number(sold.floor) / 100)
  const steps = async (account: string, price: number) => {
    const { steps: found } = (await asks(account)['the route of a review']!(price)) as {
      steps: readonly { key: string; status: string; mayBeNeeded?: true }[]
    }
    const { status, mayBeNeeded } = found.find(({ key }) => key === 'hqPricing')!
    return [status, mayBeNeeded ?? false]
  }
  const [above, below] = [Number(sold.price), floorPrice - 1]
  expect(await steps('in.channel', above)).toEqual(['future', true])
  expect(await steps('hq.pricing', above)).toEqual(['skipped', false])
  expect((await steps('hq.pricing', below))[1]).toBe(false)
})
