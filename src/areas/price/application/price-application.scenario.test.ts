import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priceApplication } from '#areas/price/application/price-application.doc.ts'
import { priceReview } from '#areas/price/review/price-review.doc.ts'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { type TestCompany, testCompany } from '#test/helpers/company/test-company.ts'

// A country asks for prices: within its authority its approval writes them, beyond it they go on as a price review.

interface Listed {
  readonly classification: string
  readonly term: string
  readonly sku: string
  readonly price: string
}

let company: TestCompany
let listed: readonly Listed[]
beforeAll(async () => {
  company = await testCompany()
  listed = await company.query<Listed>(
    `select k.classification_code as classification, k.trade_term_code as term, k.sku_code as sku, r.price::text as price
     from price_key k join price_row r on r.key_id = k.id and r.known_until is null and r.valid_to is null and r.ladder is null
       and r.valid_from <= '2026-11-18'
     where k.area_id = $1 and k.currency = $2 and k.classification_code is not null order by 1, 2, 3`,
    [INDIA.areaId, INDIA.currency],
  )
})
afterAll(() => company?.close())

/** Each test asks for the price of a product of its own. */
const asked = (at: number, factor: number, more: object = {}, line: object = {}) => {
  const { classification, term, sku, price } = listed[at]!
  return {
    ...INDIA,
    title: 'Match the market',
    classificationCode: classification,
    tradeTermCode: term,
    basis: 'marketPrice' as const,
    taxMode: 'exclusive' as const,
    mode: 'replace' as const,
    effectiveFrom: '2026-12-01',
    market: 'Three shops in Delhi',
    reason: 'The market went down',
    lines: [{ skuCode: sku, price: (Number(price) * factor).toFixed(2), expectedQuantity: 100, ...line }],
    ...more,
  }
}
const quote = { competitor: 'Rival', product: 'R9', quoted: '99.50', quoteCurrency: 'INR', seenOn: '2026-11-10' }

const rowsOf = (no: string) =>
  company.query<{ price: string; previous_price: string | null }>(
    'select price::text, previous_price::text from price_row where source_no = $1',
    [no],
  )
const heldBy = (no: string) => company.query('select 1 from price_hold where document_no = $1', [no])
const refusal = ({ error }: { readonly error: unknown }) => {
  const { key, table, field, row } = error as { key: string; table?: string; field?: string; row?: number }
  return [key, table, field, row]
}

describe('a price application', () => {
  it('the approval of an application within the local authority writes its prices into the list', async () => {
    const { data } = await company.as('in.channel').submit(priceApplication, { ...asked(0, 0.97), quotes: [quote] })
    expect(await heldBy(data.no)).toHaveLength(1)
    await company.agreeAll(priceApplication, data.formInstanceId)
    const price = (Number(listed[0]!.price) * 0.97).toFixed(2)
    expect(await rowsOf(data.no)).toEqual([{ price, previous_price: listed[0]!.price }])
    expect(await heldBy(data.no)).toEqual([])
    expect(await company.query('select 1 from price_review where application_no = $1', [data.no])).toEqual([])
  })

  it('an application beyond the local authority writes nothing and becomes the draft of a price review, which its drafter submits', async () => {
    const { data } = await company.as('in.channel').submit(priceApplication, asked(1, 0.9))
    await company.agreeAll(priceApplication, data.formInstanceId)
    expect([await rowsOf(data.no), await heldBy(data.no)]).toEqual([[], []])
    const reviews = await company.query<{
      id: string
      no: string
      state: string
      drafter: string
      draft: object
      version: number
    }>(
      `select d.id::text, d.no, d.state, u.account as drafter, d.draft, d.version from price_review d join app_user u on u.id = d.drafter_id
       where d.application_no = $1`,
      [data.no],
    )
    expect(reviews).toMatchObject([{ state: 'draft', drafter: 'in.channel' }])
    const [review] = reviews
    const { id, version } = review!
    const content = review!.draft as never
    const submitted = await company.as('in.channel').submit(priceReview, content, { id, version })
    expect(submitted.data.state).toBe('underApproval')
    await company.agreeAll(priceReview, submitted.data.formInstanceId)
    expect(await rowsOf(review!.no)).toHaveLength(1)
  })

  it('a rejected application lets go of its prices', async () => {
    const { data } = await company.as('in.channel').submit(priceApplication, asked(2, 0.99))
    await company.as('in.manager').decide(priceApplication, 'reject', data.formInstanceId)
    expect([await rowsOf(data.no), await heldBy(data.no)]).toEqual([[], []])
  })

  it('a price asked for twice at once, a day past and quotes that prove nothing are refused at their place', async () => {
    const first = await company.as('in.channel').submit(priceApplication, asked(3, 0.99))
    const again = await company.as('in.channel').submit(priceApplication, asked(3, 0.98))
    expect(refusal(again)).toEqual(['price.held', undefined, 'skuCode', 0])
    await company.as('in.channel').act(priceApplication, 'withdraw', first.data)
    const past = await company
      .as('in.channel')
      .submit(priceApplication, asked(4, 0.99, { effectiveFrom: '2026-11-01' }))
    expect(refusal(past)).toEqual(['price.applicationInPast', undefined, 'effectiveFrom', undefined])
    const bare = await company.as('in.channel').submit(priceApplication, asked(4, 0.99, { basis: 'competitor' }))
    expect(refusal(bare)).toEqual(['price.quoteMissing', 'quotes', 'lines', undefined])
    const quotes = [quote, { ...quote, seenOn: '2026-12-24', quoted: '0' }]
    const wrong = await company.as('in.channel').submit(priceApplication, { ...asked(4, 0.99), quotes })
    expect(refusal(wrong)).toEqual(['document.outOfRange', 'quotes', 'quoted', 1])
    const later = [quote, { ...quote, seenOn: '2026-12-24' }]
    const future = await company.as('in.channel').submit(priceApplication, { ...asked(4, 0.99), quotes: later })
    expect(refusal(future)).toEqual(['price.quoteInFuture', 'quotes', 'seenOn', 1])
  })

  it('the margin is shown to those who may see margins, and to nobody else', async () => {
    const { data } = await company.as('in.channel').submit(priceApplication, { ...asked(5, 0.99), quotes: [quote] })
    const read = async (account: string) => {
      const answer = await company.server.call(account, `${priceApplication.api}/detail`, {
        formInstanceId: data.formInstanceId,
      })
      return (answer.data as { document: { lines: { margin: string | null }[]; quotes: object[] } }).document
    }
    const [own, finance] = [await read('in.channel'), await read('in.finance')]
    expect(own.lines[0]!.margin).toBeNull()
    expect(Number(finance.lines[0]!.margin)).toBeGreaterThan(10)
    expect([own.quotes, finance.quotes]).toMatchObject([[{ competitor: 'Rival' }], [{ quoted: '99.50' }]])
    const checked = await company.server.call('in.channel', `${priceApplication.api}/check`, asked(6, 0.99))
    expect(checked.data).toMatchObject({ lines: [{ values: { margin: null, changePercent: '-1.00' } }] })
  })
})
