import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priceApplication } from '#areas/price/application/price-application.doc.ts'
import { server as priceServer } from '#areas/price/price.server.ts'
import { priceReview } from '#areas/price/review/price-review.doc.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { relayOnce } from '#kernel/platform/outbox/relay.ts'
import { takeFollowed } from '#kernel/services/following/take-followed.ts'
import { demoDatabase, demoServer } from '#test/helpers/servers/demo-server.ts'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { companyOn, type TestCompany } from '#test/helpers/company/test-company.ts'

// A country asks for prices: within its authority its approval writes them, beyond it they go on as a price review.

interface Listed {
  readonly classification: string
  readonly term: string
  readonly sku: string
  readonly price: string
}

let company: TestCompany
let pool: ReturnType<typeof createPool>
let listed: readonly Listed[]
beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  company = companyOn(await demoServer(databaseUrl))
  pool = createPool({ databaseUrl, max: 2, name: 'test applications' })
  listed = await company.query<Listed>(
    `select k.classification_code as classification, k.trade_term_code as term, k.sku_code as sku, r.price::text as price
     from price_key k join price_row r on r.key_id = k.id and r.known_until is null and r.valid_to is null and r.ladder is null
       and r.valid_from <= '2026-11-18'
     where k.area_id = $1 and k.currency = $2 and k.classification_code is not null order by 1, 2, 3`,
    [INDIA.areaId, INDIA.currency],
  )
})
afterAll(async () => {
  await pool?.end()
  await company?.close()
})

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

interface Draft {
  readonly id: string
  readonly no: string
  readonly state: string
  readonly drafter: string
  readonly draft: object
  readonly version: number
}

/** An application that asks for more than the country may decide, approved by it, and the review that it became. */
async function beyond(at: number) {
  const { data } = await company.as('in.channel').submit(priceApplication, asked(at, 0.9))
  const { last } = await company.agreeAll(priceApplication, data.formInstanceId)
  const [review] = await company.query<Draft>(
    `select d.id::text, d.no, d.state, u.account as drafter, d.draft, d.version from price_review d join app_user u on u.id = d.drafter_id
     where d.application_no = $1`,
    [data.no],
  )
  if (!review) throw new Error(`${data.no} became no review: ${last.msg}`)
  return { data: last.data, review }
}

/** The review once the product has submitted it. */
async function onTheWay(no: string) {
  await relay()
  const [review] = await company.query<{ id: string; state: string; round: number }>(
    'select id::text, state, round from price_review where no = $1',
    [no],
  )
  expect(review).toMatchObject({ state: 'underApproval', round: 1 })
  return `${review!.id}-1`
}

async function submitted({ id, version, draft }: Draft) {
  const { data, msg } = await company.as('in.channel').submit(priceReview, draft as never, { id, version })
  if (!data) throw new Error(msg)
  return data
}

const stateOf = async (no: string) =>
  (await company.query<{ state: string }>('select state from price_application where no = $1', [no]))[0]?.state

/** What follows, as the relay of the product calls it. */
async function relay(): Promise<void> {
  while (await relayOnce(pool, takeFollowed(priceServer.follows ?? [])));
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

  it('an application beyond the local authority writes nothing and waits for the price review that it becomes, which the product submits', async () => {
    const { data, review } = await beyond(1)
    expect([await rowsOf(data.no), await heldBy(data.no)]).toEqual([[], []])
    expect(review).toMatchObject({ state: 'draft', drafter: 'in.channel' })
    expect(await stateOf(data.no)).toBe('inReview')
    const linked = async (account: string) =>
      (
        await company.server.call<{ decisionFacts: { reviews: object[] } }>(account, `${priceApplication.api}/detail`, {
          no: data.no,
        })
      ).data.decisionFacts.reviews
    const draft = { no: review.no, state: 'draft', formInstanceId: null }
    expect(await linked('in.channel')).toEqual([{ ...draft, opens: 'form' }])
    expect(await linked('in.finance')).toEqual([{ ...draft, opens: null }])
    const asking = await onTheWay(review.no)
    const running = { no: review.no, state: 'underApproval', opens: 'page', formInstanceId: asking }
    expect(await linked('in.finance')).toEqual([running])
    expect(await heldBy(review.no)).toHaveLength(1)
    await company.agreeAll(priceReview, asking)
    expect(await rowsOf(review.no)).toHaveLength(1)
    await relay()
    expect(await stateOf(data.no)).toBe('approved')
    expect(await linked('in.channel')).toEqual([{ ...running, state: 'approved' }])
    const told = await company.query<{ action: string; opinion: string; account: string }>(
      `select a.action, a.opinion, u.account from document_act a join price_application p on p.id = a.document_id join app_user u on u.id = a.actor_id
       where p.no = $1`,
      [data.no],
    )
    expect(told).toEqual([{ action: 'settle', opinion: review.no, account: 'in.rsd' }])
  })

  it('an application whose price review is rejected is rejected too, and approved once the review is approved after all', async () => {
    const { data, review } = await beyond(7)
    await company.as('in.manager').decide(priceReview, 'reject', await onTheWay(review.no))
    await relay()
    expect(await stateOf(data.no)).toBe('rejected')
    const [{ version } = { version: 0 }] = await company.query<{ version: number }>(
      'select version from price_review where no = $1',
      [review.no],
    )
    const again = await submitted({ ...review, version })
    await company.agreeAll(priceReview, again.formInstanceId)
    await relay()
    expect(await stateOf(data.no)).toBe('approved')
  })

  it('a price review that cannot be submitted stays a draft, as its application says with the reason; deleted, the application is rejected', async () => {
    const { data, review } = await beyond(8)
    const { classification, term, sku, price } = listed[8]!
    const other = await company.as('in.channel').submit(priceReview, {
      ...INDIA,
      title: 'Faster',
      classificationCode: classification,
      tradeTermCode: term,
      basis: 'marketPrice',
      taxMode: 'exclusive',
      mode: 'replace',
      effectiveFrom: '2026-12-01',
      retro: 'no',
      reason: 'The market went down',
      lines: [{ skuCode: sku, price }],
    })
    expect(other.status, other.msg).toBe(200)
    await relay()
    expect(await stateOf(data.no)).toBe('inReview')
    const [left] = await company.query<{ action: string; opinion: string }>(
      'select a.action, a.opinion from document_act a join price_application p on p.id = a.document_id where p.no = $1',
      [data.no],
    )
    expect(left?.action).toBe('leave')
    expect(left?.opinion).toContain(review.no)
    expect(left?.opinion).toContain(other.data.no)
    await company.as('in.channel').act(priceReview, 'withdraw', other.data)
    const { id, version } = review
    const deleted = await company.server.call('in.channel', `${priceReview.api}/delete`, { id, version })
    expect(deleted.status, deleted.msg).toBe(200)
    await relay()
    expect(await stateOf(data.no)).toBe('rejected')
  })

  it('the outcome of a price review is noted on its application by the product alone: a person who calls for it is refused', async () => {
    const { data } = await beyond(9)
    for (const account of ['in.channel', 'in.manager', 'hq.pricing']) {
      const { status } = await company.server.call(account, `${priceApplication.api}/settle`, {
        id: data.id,
        version: data.version,
      })
      expect([account, status]).toEqual([account, 403])
    }
    expect(await stateOf(data.no)).toBe('inReview')
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

  it('the authority of a country is measured by what the customers would pay otherwise: their classification’s price, later prices, and taxes', async () => {
    const authority = async (content: object) => {
      const { data, msg } = await company.as('in.channel').submit(priceApplication, content as never)
      expect(data?.state, msg).toBe('underApproval')
      const [found] = await company.query<{ authority: string }>(
        'select authority from price_application where no = $1',
        [data.no],
      )
      await company.decideNext(priceApplication, data.formInstanceId, 'reject')
      return found?.authority
    }
    const [of] = await company.query<{ at: number; customer: string }>(
      `select (t.n - 1)::int as at, min(c.code) as customer from unnest($1::text[], $2::text[], $3::text[]) with ordinality t (classification, term, sku, n)
       join customer c on c.classification_code = t.classification and c.state = 'enabled'
       join country y on y.code = c.country_code and y.area_id = $4
       join customer_trade_term u on u.customer_code = c.code and u.trade_term_code = t.term and u.enabled
       where not exists (select from price_key k join price_row r on r.key_id = k.id where k.customer_code = c.code and k.sku_code = t.sku)
       group by 1 order by 1`,
      [
        listed.map(({ classification }) => classification),
        listed.map(({ term }) => term),
        listed.map(({ sku }) => sku),
        INDIA.areaId,
      ],
    )
    const ofCustomer = { classificationCode: null, customerCode: of!.customer }
    expect(await authority(asked(of!.at, 0.98, ofCustomer))).toBe('within')
    expect(await authority(asked(of!.at, 0.92, ofCustomer))).toBe('beyond')
    // The same figure, but with its tax: less for the company.
    expect(await authority(asked(30, 1, { taxMode: 'inclusive', taxRate: '7' }))).toBe('beyond')
    // A higher price was announced: the application would take it back.
    const later = asked(31, 1.2)
    const review = { ...later, effectiveFrom: '2027-03-01', retro: 'no' as const }
    const { lines, market: _market, ...header } = review
    const raised = await company
      .as('in.channel')
      .submit(priceReview, { ...header, lines: lines.map(({ skuCode, price }) => ({ skuCode, price })) } as never)
    const { last } = await company.agreeAll(priceReview, raised.data.formInstanceId)
    expect(last.data.state, last.msg).toBe('approved')
    expect(await authority(asked(31, 1))).toBe('beyond')
    expect(await authority(asked(31, 1, { mode: 'temporary', effectiveTo: '2027-02-28' }))).toBe('within')
  })
})
