import { productNow } from '#kernel/base/clock/clock.ts'
import { imeiCheckDigit } from '#areas/device/imei.ts'
import type { DemoServer } from '../servers/demo-server.ts'
import { PHONE, SAME_MODEL } from '../company/fixtures.ts'
import { testDay } from '../test-clock.ts'
import { activateDevice, heldBy, makeDevice, moveDevice, sellIn } from './device-moves.ts'
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
  /** What the customer paid for it; not known otherwise. */
  readonly paid?: string
  /** The owner of the stock: the story's customer. */
  readonly customer?: string
}

export type StockStory = Awaited<ReturnType<typeof stockStory>>

/** The model of the two phones. */
const SPU = 'AL7'
let next = 0

/** Two phones of one model of which the customer has none but those of the test. */
export async function stockStory(server: DemoServer, story: SchemeStory) {
  const { budget } = story
  // Whatever the demonstration gave the customer of them is none of the test's: it counts as switched on long ago.
  await server.query(
    `update device_holding set activated_at = '2020-01-01' where sku_id in (select id from sku where spu_code = $1)`,
    [SPU],
  )
  const tac = '35888801'
  await server.query('insert into device_tac (tac, spu_code) values ($1, $2) on conflict do nothing', [tac, SPU])
  const referenceDate = testDay(-5)
  const first = budget.month >= 3 ? budget.month - 2 : budget.month
  const monthOf = (month: number) => `${budget.year}-${String(month).padStart(2, '0')}`
  const periods = [monthOf(first), monthOf(first + 1), monthOf(first + 2)] as const
  const [startDate, endDate] = [`${periods[0]}-01`, `${periods[2]}-28`]
  const months = { startDate, endDate, claimDeadline: `${budget.year}-12-31` }
  return {
    /** The day whose stock is paid for: over. */
    referenceDate,
    sku: PHONE,
    otherSku: SAME_MODEL,
    spu: SPU,
    /** The three months of its schemes. */
    periods,
    /** Header of a scheme of any type that is settled in these months. */
    months,
    /** The fields of a price protection application beside its lines: three months, thirty days covered. */
    header: { schemeType: 'priceProtection', referenceDate, coverageDays: 30, ...months },
    /** So much a unit for so many. */
    line: (unitAmount: string, quantity: number, more: object = {}): SchemeLine => ({
      basis: 'stock',
      ratePercent: null,
      unitAmount,
      plannedQuantity: quantity,
      skuCode: PHONE,
      amount: (Number(unitAmount) * quantity).toFixed(2),
      ...more,
    }),
    /** A unit of the customer; answers its IMEI. */
    async unit({
      got = 10,
      soldOut,
      activated,
      demo = false,
      sku: of = PHONE,
      customer = story.customer,
      paid,
    }: UnitOf = {}) {
      next += 1
      const fourteen = `${tac}${String(next).padStart(6, '0')}`
      const imei = fourteen + imeiCheckDigit(fourteen)
      const [day] = await server.query<{ over: Date }>(
        `select (($1::date + 1)::timestamp - substr(o.timezone, 4)::interval) at time zone 'UTC' as over
         from area a join organisation o on o.id = a.organisation_id where a.id = $2`,
        [referenceDate, budget.area],
      )
      const before = (days: number) => new Date(day!.over.getTime() - days * 86_400_000).toISOString()
      const made = { imei1: imei, sn: `SNSTK${String(next).padStart(7, '0')}`, sku: of }
      const device = await makeDevice(server, made, before(90))
      await sellIn(server, device, customer, before(got), budget.currency, {
        form: demo ? 'demo' : 'regular',
        price: paid ?? '',
      })
      if (soldOut !== undefined) {
        const sold = { at: before(soldOut), event: 'sellOut', type: 'consumer', code: '-', customer }
        await moveDevice(server, device, sold)
      }
      if (activated !== undefined) await activateDevice(server, device, before(activated))
      return imei
    },
    /** It becomes known that a unit was switched on so many days ago. */
    async activated(imei: string, days: number) {
      const { device } = await heldBy(server, imei)
      await activateDevice(server, device, new Date(productNow().getTime() - days * 86_400_000).toISOString())
    },
    /** Units of the line that are held or paid for, by document. */
    claimed: (documentId: string) =>
      server.query<{ readonly imei: string; readonly state: string; readonly amount: string }>(
        `select d.imei1 as imei, k.state, k.amount::text as amount from device_claim k join device d on d.id = k.device_id
         where k.document_id = $1 order by d.imei1, k.id`,
        [documentId],
      ),
  }
}
