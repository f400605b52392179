import { productNow } from '#kernel/base/clock/clock.ts'
import { imeiCheckDigit } from '#areas/device/imei.ts'
import { schemeSpecialPrice } from '#areas/scheme/special-price/scheme-special-price.doc.ts'
import type { Answer, DemoServer } from '../servers/demo-server.ts'
import { PHONE, SAME_MODEL, TERM } from '../company/fixtures.ts'
import type { Acted } from '../company/actor.ts'
import type { SchemeLine, SchemeStory } from './scheme-story.ts'
import { CURRENCY } from './funds-world.ts'

// Stock of a customer that only the test knows of, and price protection for it.

export interface UnitOf {
  /** Days before the end of the reference day; the customer got it so long before. */
  readonly got?: number
  /** Days before the end of the reference day; less than nothing is after it. */
  readonly soldOut?: number
  readonly activated?: number
  readonly demo?: boolean
  readonly sku?: string
  /** The owner of the stock: the story's customer. */
  readonly customer?: string
}

export interface StockStory {
  /** The day whose stock is paid for: over. */
  readonly referenceDate: string
  /** Two phones of one SPU that the customer has none of. */
  readonly sku: string
  readonly otherSku: string
  readonly spu: string
  /** The three months of its schemes. */
  readonly periods: readonly [string, string, string]
  /** A unit of the customer; answers its IMEI. */
  unit(of?: UnitOf): Promise<string>
  /** Header of a scheme of any type that is settled in these months. */
  readonly months: object
  /** The fields of a price protection application beside its lines: three months, thirty days covered. */
  readonly header: object
  /** So much a unit for so many. */
  line(unitAmount: string, quantity: number, more?: object): SchemeLine
  /** Units of the line that are held or paid for, by document. */
  claimed(
    documentId: string,
  ): Promise<readonly { readonly imei: string; readonly state: string; readonly amount: string }[]>
}

/** The model of the two phones. */
const SPU = 'AL7'

let next = 0

export async function stockStory(server: DemoServer, story: SchemeStory): Promise<StockStory> {
  const { budget } = story
  // Whatever the demonstration gave the customer of them is none of the test's.
  await server.query(`update device set is_demo = true where spu_code = $1`, [SPU])
  const tac = '35888801'
  await server.query('insert into device_tac (tac, spu_code) values ($1, $2) on conflict do nothing', [tac, SPU])
  const referenceDate = new Date(productNow().getTime() - 5 * 86_400_000).toISOString().slice(0, 10)
  const first = budget.month >= 3 ? budget.month - 2 : budget.month
  const monthOf = (month: number) => `${budget.year}-${String(month).padStart(2, '0')}`
  const periods = [monthOf(first), monthOf(first + 1), monthOf(first + 2)] as const
  const months = {
    startDate: `${periods[0]}-01`,
    endDate: `${periods[2]}-28`,
    claimDeadline: `${budget.year}-12-31`,
  }
  return {
    referenceDate,
    sku: PHONE,
    otherSku: SAME_MODEL,
    spu: SPU,
    periods,
    months,
    header: { schemeType: 'priceProtection', referenceDate, coverageDays: 30, ...months },
    line: (unitAmount, quantity, more = {}) => ({
      basis: 'stock',
      ratePercent: null,
      unitAmount,
      plannedQuantity: quantity,
      skuCode: PHONE,
      amount: (Number(unitAmount) * quantity).toFixed(2),
      ...more,
    }),
    async unit({ got = 10, soldOut, activated, demo = false, sku: of = PHONE, customer = story.customer } = {}) {
      next += 1
      const fourteen = `${tac}${String(next).padStart(6, '0')}`
      const imei = fourteen + imeiCheckDigit(fourteen)
      await server.query(
        `with day as (
           select (($1::date + 1)::timestamp - substr(o.timezone, 4)::interval) at time zone 'UTC' as over
           from area a join organisation o on o.id = a.organisation_id where a.id = $2
         ), made as (
           insert into device (imei1, sn, sku_code, spu_code, produced_on, destination_country, status, is_demo, sold_out_at, activated_at, activation_country)
           select $3, $4, code, spu_code, $1::date - 90, 'IN', 'channelStock', $5, d.over - $6 * interval '1 day', d.over - $7 * interval '1 day',
             case when $7::numeric is not null then 'IN' end from sku, day d where code = $8 returning id, sku_code
         )
         insert into device_custody (device_id, seq, from_at, event, holder_type, holder_code, scope_id, customer_code, sku_code, received_at)
         select m.id, 1, d.over - $9 * interval '1 day', 'sellIn', 'customer', c.code, c.scope_id, c.code, m.sku_code, d.over - $9 * interval '1 day'
         from made m, day d, customer c where c.code = $10`,
        [
          referenceDate,
          budget.area,
          imei,
          `SNSTK${String(next).padStart(7, '0')}`,
          demo,
          soldOut ?? null,
          activated ?? null,
          of,
          got,
          customer,
        ],
      )
      return imei
    },
    claimed: (documentId) =>
      server.query(
        `select d.imei1 as imei, k.state, k.amount::text as amount from device_claim k join device d on d.id = k.device_id
         where k.document_id = $1 order by d.imei1, k.id`,
        [documentId],
      ),
  }
}

// Special prices of the customer of a scheme's story, by the calls that the pages make.

export interface SpecialPriceStory {
  /** A trade term that the customer has. */
  readonly term: string
  /** Phones with a price, this test's first; each test has its own, because a price that is special already cannot become special twice. */
  skus(): readonly { readonly code: string; readonly price: string }[]
  /** Makes the following calls use the next product. */
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
  let used = 0
  const special: SpecialPriceStory = {
    term: TERM,
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
