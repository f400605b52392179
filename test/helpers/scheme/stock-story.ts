import { productNow } from '#kernel/base/clock/clock.ts'
import { imeiCheckDigit } from '#areas/device/imei.ts'
import type { DemoServer } from '../servers/demo-server.ts'
import type { SchemeLine, SchemeStory } from './scheme-story.ts'

// Stock of a customer that only the test knows of, and price protection for it.

export interface UnitOf {
  /** Days before the end of the reference day; the customer got it so long before. */
  readonly got?: number
  /** Days before the end of the reference day; less than nothing is after it. */
  readonly soldOut?: number
  readonly activated?: number
  readonly demo?: boolean
  readonly sku?: string
  /** Whose it is; the story's customer. */
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

let next = 0

export async function stockStory(server: DemoServer, story: SchemeStory): Promise<StockStory> {
  const { budget } = story
  const [spu] = await server.query<{ code: string }>(
    `select p.code from spu p join product_category c on c.code = p.category_code
     where p.enabled and c.class = 'phone' and (select count(*) from sku s where s.spu_code = p.code and s.enabled) >= 2
     order by (select count(*) from device d where d.spu_code = p.code), p.code limit 1`,
  )
  const [sku, otherSku] = await server.query<{ code: string }>(
    'select code from sku where spu_code = $1 and enabled order by code limit 2',
    [spu!.code],
  )
  // Whatever the demonstration gave the customer of them is none of the test's.
  await server.query(`update device set is_demo = true where spu_code = $1`, [spu!.code])
  const tac = '35888801'
  await server.query('insert into device_tac (tac, spu_code) values ($1, $2) on conflict do nothing', [tac, spu!.code])
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
    sku: sku!.code,
    otherSku: otherSku!.code,
    spu: spu!.code,
    periods,
    months,
    header: { schemeType: 'priceProtection', referenceDate, coverageDays: 30, ...months },
    line: (unitAmount, quantity, more = {}) => ({
      basis: 'stock',
      ratePercent: null,
      unitAmount,
      plannedQuantity: quantity,
      skuCode: sku!.code,
      amount: (Number(unitAmount) * quantity).toFixed(2),
      ...more,
    }),
    async unit({ got = 10, soldOut, activated, demo = false, sku: of = sku!.code, customer = story.customer } = {}) {
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
