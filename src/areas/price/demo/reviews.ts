import { dayAfter } from '#kernel/base/clock/day.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { ActionAnswer, Command } from '#kernel/engine/document/action/command.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { priceApplicationDocument } from '../application/price-application.document.ts'
import { roundingRules } from '../rounding/rounding.server.ts'
import { priceByPercent, type RoundingRule, ruleOf } from '../shared/price-rounding.rules.ts'
import { priceReviewDocument } from '../review/price-review.document.ts'

interface Cast {
  userId(account: string): Promise<number>
  task(
    documentId: string,
  ): Promise<{ readonly taskId: string; readonly userId: number; readonly contentHash: string } | undefined>
  act(
    userId: number,
    at: Date,
    command: Partial<Command> & Pick<Command, 'action'>,
    document: ServerDocument,
  ): Promise<ActionAnswer>
}

interface Company {
  readonly pool: TransactionPool
  readonly cast: Cast
  readonly regions: readonly { readonly idc: string; readonly timezone: string }[]
  readonly now: Date
}

/** A phone model whose prices of now are known, for the classification and the term with most of them. */
interface Model {
  readonly areaId: number
  readonly classification: string
  readonly term: string
  readonly currency: string
  readonly name: string
  readonly skus: readonly string[]
  readonly prices: readonly string[]
}

const models = prepared<Model>(
  'demo models to price',
  `with keys as (
     select k.id, k.area_id, k.classification_code, k.trade_term_code, k.currency, k.sku_code, s.spu_code, u.name_en
     from area a join price_key k on k.area_id = a.id and k.customer_code is null
     join sku s on s.code = k.sku_code and s.enabled and s.life_cycle = 'active' join spu u on u.code = s.spu_code and u.enabled
     join product_category c on c.code = u.category_code and c.class = 'phone'
     where a.idc_code = $1 and a.biz_system = 'gs'
   ), chosen as (
     select classification_code, trade_term_code, currency from keys group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit 1
   )
   select k.area_id as "areaId", k.classification_code as classification, k.trade_term_code as term, k.currency, k.name_en as name,
     array_agg(k.sku_code order by k.sku_code) as skus, array_agg(r.price::text order by k.sku_code) as prices
   from keys k join chosen using (classification_code, trade_term_code, currency)
   join price_row r on r.key_id = k.id and r.known_until is null and tstzrange(r.valid_from, r.valid_to) @> $2::timestamptz
   group by 1, 2, 3, 4, 5, k.spu_code order by k.spu_code desc limit 5`,
)

interface Story {
  readonly title: string
  readonly reason: string
  readonly basis: string
  /** New price in percent of the present one. */
  readonly percent: number
  /** First and last day from today. */
  readonly from: number
  readonly to?: number
  /** Days ago on which it was raised and decided. */
  readonly ago?: number
  readonly ends: 'approved' | 'returned' | { readonly at: string }
  /** An application instead of a review: what was seen of the competitors. */
  readonly market?: string
}

/** What a price manager has on the desk: what waits, what came back, what is in force and what will end by itself. */
const STORIES: Readonly<Record<string, readonly Story[]>> = {
  IN: [
    {
      title: 'Cut of a model before its successor',
      reason: 'The successor is announced; stock has to move',
      basis: 'endOfLife',
      percent: 94,
      from: -7,
      ago: 8,
      ends: 'approved',
    },
    {
      title: 'Price of the tender, agreed by word',
      reason: 'The customer ordered at this price three weeks ago',
      basis: 'marketPrice',
      percent: 97,
      from: -20,
      ends: 'approved',
    },
    {
      title: 'Answer to the competitor’s offer',
      reason: 'A competitor sells the same class for less; below our floor',
      basis: 'competitor',
      percent: 85,
      from: 5,
      ends: { at: 'hq.pricing' },
    },
    {
      title: 'New price after the exchange rate',
      reason: 'The currency fell',
      basis: 'currency',
      percent: 104,
      from: 10,
      ends: 'returned',
    },
    {
      title: 'Match of a shop price',
      reason: 'The price of the list is above what shops ask',
      basis: 'competitor',
      percent: 98,
      from: 15,
      ends: 'approved',
      market: 'Three chains sell the same class for 2 % less',
    },
  ],
  ID: [
    {
      title: 'Promotion of the season',
      reason: 'Two weeks of promotion with all retailers',
      basis: 'promotion',
      percent: 96,
      from: 0,
      to: 14,
      ends: 'approved',
    },
  ],
}

const STEP_MS = 20_000
const DAY_MS = 86_400_000
/** More than any number of levels. */
const MOST = 12

/** Price reviews and an application of the two regions with accounts, through the product's own commands. */
export async function playPriceReviews(company: Company): Promise<void> {
  const { pool, now, regions } = company
  let steps = 250
  for (const [idc, stories] of Object.entries(STORIES)) {
    const region = regions.find((each) => each.idc === idc)
    if (!region) continue
    const [found, rules] = await reading(pool, (tx) => Promise.all([tx.rows(models(idc, now)), roundingRules(tx)]))
    for (const [index, story] of stories.entries()) {
      const model = found[index]
      const at = () => new Date(now.getTime() - (story.ago ?? 0) * DAY_MS - (steps -= 1) * STEP_MS)
      const rule = model && ruleOf(rules, model.areaId, model.currency)
      if (rule) await tell(company, { idc, model, story, at, today: dayIn(region.timezone, now), rule })
    }
  }
}

interface Telling {
  readonly idc: string
  readonly model: Model
  readonly story: Story
  readonly at: () => Date
  readonly today: string
  readonly rule: RoundingRule
}

/** Submits and decides until it is where the story leaves it. What the day forbids is skipped, so that the company opens all the same. */
async function tell({ cast }: Company, { idc, model, story, at, today, rule }: Telling): Promise<void> {
  const { percent, from, to, ago = 0, ends, market } = story
  const document = market === undefined ? priceReviewDocument : priceApplicationDocument
  const round = (price: string) => amountText(amount(price).times(percent).div(100).round(0, 0))
  const raw = {
    title: `${story.title}: ${model.name}`,
    idcCode: idc,
    areaId: model.areaId,
    classificationCode: model.classification,
    tradeTermCode: model.term,
    currency: model.currency,
    taxMode: 'exclusive',
    mode: to === undefined ? 'replace' : 'temporary',
    effectiveFrom: dayAfter(today, from),
    ...(to === undefined ? {} : { effectiveTo: dayAfter(today, to) }),
    ...(market === undefined
      ? { retro: from + ago < 0 ? 'yes' : 'no' }
      : {
          market,
          quotes: [
            {
              competitor: 'A rival brand',
              product: 'The same class',
              quoted: round(model.prices[0] ?? '0'),
              quoteCurrency: model.currency,
              seenOn: dayAfter(today, -3),
            },
          ],
        }),
    basis: story.basis,
    reason: story.reason,
    lines: model.skus.map((skuCode, index) => {
      const previous = model.prices[index] ?? '0'
      if (market !== undefined) return { skuCode, price: round(previous) }
      const change = String(percent - 100)
      return { skuCode, percent: change, price: priceByPercent(previous, change, rule).rounded }
    }),
  }
  try {
    const by = await cast.userId(`${idc.toLowerCase()}.channel`)
    const last = typeof ends === 'object' ? await cast.userId(ends.at) : null
    let now = await cast.act(by, at(), { action: 'submit', raw }, document)
    for (let count = 0; count < MOST && now.state === 'underApproval'; count += 1) {
      const task = await cast.task(now.id)
      if (!task || task.userId === last) return
      const { formInstanceId } = now
      const { taskId, contentHash, userId } = task
      const decision =
        ends === 'returned'
          ? { action: 'return', opinion: 'Please add what the competitors did after the currency fell' }
          : { action: 'approve', opinion: 'Agreed' }
      now = await cast.act(userId, at(), { ...decision, formInstanceId, taskId, contentHash }, document)
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
