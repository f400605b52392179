import { expect } from 'vitest'
import { priceReview } from '#areas/price/review/price-review.doc.ts'
import { ownPriceFollows } from '#areas/price/own/own-notices.server.ts'
import type { OwnPrice } from '#areas/price/own/own-price.list.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { inTurn, relayOnce } from '#kernel/platform/outbox/relay.ts'
import { takeFollowed } from '#kernel/services/following/take-followed.ts'
import { takeNotices } from '#kernel/services/notify/take-notices.ts'
import type { Acted, ContentOf } from '../company/actor.ts'
import { INDIA, TERM, TERM_SHARER } from '../company/fixtures.ts'
import { companyOn } from '../company/test-company.ts'
import { demoDatabase, demoServer } from '../servers/demo-server.ts'
import { testDay } from '../test-clock.ts'

/** A message of a person's list. */
export interface Notice {
  readonly documentType: string
  readonly documentNo: string
  readonly title: string
  readonly text: string
  readonly opinion: string
  readonly url: string
}

/** What the relay does with messages about prices. */
export const takePrices = inTurn(
  takeNotices({ now: productNow, channels: [], groupSeconds: 0 }),
  takeFollowed(ownPriceFollows),
)

/** A company of its own: price reviews of a customer's classification, and what the customer's staff are told and shown of them. */
export async function ownPricesWorld() {
  const databaseUrl = await demoDatabase()
  const company = companyOn(await demoServer(databaseUrl))
  const pool = createPool({ databaseUrl, max: 2, name: 'test relay' })
  const [mine] = await company.query<{ classification_code: string }>(
    'select classification_code from customer where code = $1',
    [TERM_SHARER],
  )
  const classification = mine!.classification_code
  /** What became of all acts so far. */
  async function told(account = 'in.dist', language: 'zh' | 'en' = 'en'): Promise<readonly Notice[]> {
    while ((await company.query('select from outbox')).length > 0) await relayOnce(pool, takePrices)
    const { data, msg } = await company.server.call<{ records: readonly Notice[] }>(
      account,
      '/aps/notification/queryPage',
      { kind: 'announced', limit: 50, page: 1 },
      language,
    )
    expect([msg, data?.records]).toEqual([msg, expect.anything()])
    return data.records
  }

  const own = async (asked: object = {}) =>
    (
      await company.server.call<{ records: readonly OwnPrice[] }>('in.dist', '/aps/price/own/queryByPage', {
        limit: 500,
        ...asked,
      })
    ).data.records

  const ask = async (prices: Readonly<Record<string, string>>, header: Partial<ContentOf<typeof priceReview>> = {}) => {
    const { data, msg } = await company.as('in.channel').submit(priceReview, {
      ...INDIA,
      title: 'Answer to the rival of C-IN-0002',
      classificationCode: classification,
      tradeTermCode: TERM,
      basis: 'competitor',
      taxMode: 'exclusive',
      mode: 'temporary',
      effectiveFrom: testDay(5),
      effectiveTo: testDay(20),
      retro: 'no',
      reason: 'The margin allows it',
      lines: Object.entries(prices).map(([skuCode, price]) => ({ skuCode, price })),
      ...header,
    })
    expect([msg, data?.state]).toEqual([msg, 'underApproval'])
    return data
  }
  const agree = ({ formInstanceId }: Acted) => company.agreeAll(priceReview, formInstanceId)
  const act = async (action: string, { id }: Acted, input: object) => {
    const { status, msg } = await company.server.call('in.finance', `${priceReview.api}/${action}`, {
      id,
      input: { reason: 'The model ends', ...input },
    })
    expect([msg, status]).toEqual([msg, 200])
  }
  /** Notices after the first so many, the oldest first. */
  const since = async (before: number) => {
    const notices = await told()
    return notices
      .slice(0, notices.length - before)
      .toReversed()
      .map(({ title, opinion }) => `${title}: ${opinion}`)
  }

  const close = async () => {
    await pool.end()
    await company.close()
  }
  return { company, pool, classification, told, since, own, ask, agree, act, close }
}
