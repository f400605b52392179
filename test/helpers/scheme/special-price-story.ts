import { productNow } from '#kernel/base/clock/clock.ts'
import { schemeSpecialPrice } from '#areas/scheme/special-price/scheme-special-price.doc.ts'
import type { Answer, DemoServer } from '../servers/demo-server.ts'
import { CURRENCY } from './funds-world.ts'
import type { Acted } from '../company/actor.ts'
import type { SchemeStory } from './scheme-story.ts'

// Special prices of the customer of a scheme's story, by the calls that the pages make.

export interface SpecialPriceStory {
  /** A trade term that the customer has. */
  readonly term: string
  /**
   * Phones with a price, this test's first; each test has its own, because a price that is special already cannot
   * become special twice.
   */
  skus(): readonly { readonly code: string; readonly price: string }[]
  /** The next product's turn. */
  next(): void
  /** Ten units, 5 below the list, each supported by 4: 40.00 of the budget. */
  line(more?: object): object
  content(lines: readonly object[], header?: object): object
  ask(lines: readonly object[], header?: object, account?: string): Promise<Answer<Acted>>
}

export const daysFromNow = (days: number) =>
  new Date(productNow().getTime() + days * 86_400_000).toISOString().slice(0, 10)

export async function specialPriceStory(server: DemoServer, story: SchemeStory): Promise<SpecialPriceStory> {
  const phones = await server.query<{ code: string; price: string }>(
    `select s.code, p.price::text as price from sku s join spu u on u.code = s.spu_code join product_category c on c.code = u.category_code
     join list_price p on p.sku_code = s.code and p.area_id = $1 and p.currency = $2
     where s.enabled and u.enabled and c.class = 'phone' order by s.code`,
    [story.budget.area, CURRENCY],
  )
  const [found] = await server.query<{ code: string }>(
    `select c.trade_term_code as code from customer_trade_term c join trade_term t on t.code = c.trade_term_code and t.enabled
     where c.customer_code = $1 and c.enabled order by 1 limit 1`,
    [story.customer],
  )
  let used = 0
  const special: SpecialPriceStory = {
    term: found!.code,
    skus: () => phones.map((_, at) => phones[(used + at) % phones.length]!),
    next() {
      used += 1
    },
    line(more = {}) {
      const { code, price } = special.skus()[0]!
      return {
        skuCode: code,
        specialPrice: (Number(price) - 5).toFixed(2),
        quantityCap: 10,
        unitSupport: '4.00',
        budgetCode: story.budget.code,
        ...more,
      }
    },
    content: (lines, header = {}) => ({
      customerCode: story.customer,
      tradeTermCode: special.term,
      currency: CURRENCY,
      validFrom: daysFromNow(0),
      validTo: [daysFromNow(20), `${story.budget.year}-12-31`].toSorted()[0],
      funding: 'budget',
      settlement: 'onInvoice',
      stackable: 'no',
      reason: 'A tender of a chain',
      lines,
      ...header,
    }),
    ask: (lines, header, account = 'in.channel') =>
      story.hand(schemeSpecialPrice, account, '', special.content(lines, header)),
  }
  return special
}
