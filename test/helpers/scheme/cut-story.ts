import { expect } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { inTurn, relayOnce } from '#kernel/platform/outbox/relay.ts'
import { takeFollowed } from '#kernel/services/following/take-followed.ts'
import { takeNotices } from '#kernel/services/notify/take-notices.ts'
import { priceFeed, priceReview } from '#areas/price/price.facade.ts'
import { server as schemeServer } from '#areas/scheme/scheme.server.ts'
import { INDIA, TERM } from '#test/helpers/company/fixtures.ts'
import { stockStory } from './stock-story.ts'
import { schemeStory } from './scheme-story.ts'
import { demoDatabase, demoServer } from '#test/helpers/servers/demo-server.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { type Proposal, PROPOSAL_API } from '#areas/scheme/price-protection/proposal-wire.ts'
import { countProposals } from '#areas/scheme/price-protection/proposal.work.ts'

export type CutStory = Awaited<ReturnType<typeof cutStory>>

/** A company whose prices are cut, by reviews and files, and what is proposed for the units in stock. */
export async function cutStory() {
  const databaseUrl = await demoDatabase()
  const server = await demoServer(databaseUrl)
  const pool = createPool({ databaseUrl, max: 2, name: 'test cuts taken back' })
  const story = await schemeStory(server)
  const stock = await stockStory(server, story)
  const known = await server.query<{ sku: string }>(
    `select distinct k.sku_code as sku from price_cost_key k join price_cost c on c.key_id = k.id and c.known_until is null
     join sku s on s.code = k.sku_code join spu p on p.code = s.spu_code join product_category y on y.code = p.category_code
     where k.area_id = $1 and k.currency = $2 and s.enabled and p.enabled and y.class = 'phone' and k.sku_code <> all ($3::text[]) order by 1`,
    [INDIA.areaId, INDIA.currency, [stock.sku, stock.otherSku]],
  )
  const skus = known.map(({ sku }) => sku)
  expect(skus.length).toBeGreaterThan(6)
  const [own] = await server.query<{ term: string }>(
    'select min(trade_term_code) as term from customer_trade_term where customer_code = $1 and enabled',
    [story.customer],
  )
  const { term } = own!

  const take = inTurn(
    takeNotices({ now: productNow, channels: [], groupSeconds: 0 }),
    takeFollowed(schemeServer.follows ?? []),
  )
  const follow = async () => {
    while ((await server.query('select from outbox')).length > 0) await relayOnce(pool, take)
  }

  async function proposalsOf(sourceNo: string): Promise<readonly Proposal[]> {
    await follow()
    const { data, msg } = await server.call<{ records: readonly Proposal[] }>(
      'in.channel',
      `${PROPOSAL_API}/queryByPage`,
      {
        sourceNo,
      },
    )
    expect([msg, data?.records]).toEqual([msg, expect.anything()])
    return data.records.toSorted((a, b) => a.referenceDay.localeCompare(b.referenceDay))
  }
  const proposalOf = async (sourceNo: string) => (await proposalsOf(sourceNo))[0]

  const count = async () => {
    while (await countProposals(workServices(pool, productNow)));
  }

  /** An approved review of products: so much of what each costs, so many days from today. */
  async function priced(
    factor: number,
    products: readonly string[],
    from: number,
    to?: number,
    classificationCode = 'PC-IN-04',
  ) {
    const costs = await server.query<{ sku: string; cost: number }>(
      `select k.sku_code as sku, c.unit_cost::float as cost from price_cost c join price_cost_key k on k.id = c.key_id
       where k.sku_code = any ($1::text[]) and k.area_id = $2 and k.currency = $3 and c.known_until is null`,
      [products, INDIA.areaId, INDIA.currency],
    )
    const { data, msg } = await story.company.as('in.channel').submit(priceReview, {
      title: 'Prices of operators',
      ...INDIA,
      classificationCode,
      tradeTermCode: TERM,
      basis: 'marketPrice',
      taxMode: 'exclusive',
      mode: to === undefined ? 'replace' : 'temporary',
      effectiveFrom: testDay(from),
      ...(to === undefined ? {} : { effectiveTo: testDay(to) }),
      retro: 'no',
      reason: 'The market moved',
      lines: costs.map(({ sku, cost }) => ({ skuCode: sku, price: (cost * factor).toFixed(2) })),
    })
    expect(data?.state, msg).toBe('underApproval')
    await story.company.agreeAll(priceReview, data.formInstanceId)
    return data
  }

  async function act(action: string, { id }: { readonly id: string }, input: object) {
    const { status, msg } = await server.call('in.finance', `${priceReview.api}/${action}`, {
      id,
      input: { reason: 'The market moved back', ...input },
    })
    expect([msg, status]).toEqual([msg, 200])
  }

  /** Prices of the customer alone that came by a file. */
  async function fed(price: string, effectiveFrom: string) {
    const { data, msg } = await story.company.as('hq.pricing').submit(priceFeed, {
      idcCode: INDIA.idcCode,
      areaId: INDIA.areaId,
      source: 'file',
      reference: `Prices from ${effectiveFrom}`,
      lines: [
        {
          sourceRow: 1,
          customerCode: story.customer,
          skuCode: stock.sku,
          tradeTermCode: term,
          currency: INDIA.currency,
          taxMode: 'exclusive',
          price,
          effectiveFrom,
        },
      ],
    })
    expect([msg, data?.state]).toEqual([msg, 'applied'])
    return data
  }

  const undo = async ({ id }: { readonly id: string }) => {
    const { status, msg } = await server.call('hq.pricing', `${priceFeed.api}/undo`, {
      id,
      input: { reason: 'Sent by mistake' },
    })
    expect([msg, status]).toEqual([msg, 200])
  }

  /** What somebody was told of documents that were made from something else than stands by now. */
  async function told(account: string) {
    const { data } = await server.call<{ records: readonly { documentNo: string; opinion: string; url: string }[] }>(
      account,
      '/aps/notification/queryPage',
      { kind: 'basisChanged', limit: 50, page: 1 },
    )
    return data.records.map(({ documentNo, opinion, url }) => [documentNo, opinion, url])
  }

  /** Moves the prices of a document to another classification, from a day on. */
  async function moved(sourceNo: string, classificationCode: string, effectiveFrom?: string) {
    const rows = await server.query<{ id: string }>(
      `select id::text from price_row where source_no = $1 and known_until is null and coalesce(valid_to, 'infinity') > product_now()
         and ($2::date is null or coalesce(valid_to, 'infinity') > $2::date) order by valid_from desc`,
      [sourceNo, effectiveFrom ?? null],
    )
    const { data, msg, status } = await server.call<{ no: string }>(
      'in.finance',
      '/aps/gs/price/update/classification',
      {
        ids: rows.slice(0, 1).map(({ id }) => id),
        classificationCode,
        reason: 'The group was split',
        ...(effectiveFrom === undefined ? {} : { effectiveFrom }),
      },
    )
    expect([msg, status]).toEqual([msg, 200])
    return data
  }

  return {
    server,
    stock,
    skus,
    follow,
    proposalsOf,
    proposalOf,
    count,
    priced,
    act,
    fed,
    undo,
    told,
    moved,
    async close() {
      await pool.end()
      await server.close()
    },
  }
}
