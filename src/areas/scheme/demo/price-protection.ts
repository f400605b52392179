import { readStock, stockSnapshot } from '#areas/device/device.facade.ts'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { beginOf } from '#kernel/base/clock/zone-day.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { schemeApplicationDocument } from '../application/scheme-application.document.ts'
import { schemeExecuteDocument } from '../execution/scheme-execute.document.ts'
import { budgetOf, claimOf, play, type Region } from './follow-ups-region.ts'

const COVERAGE_DAYS = 90

/** Customers of a country and phones with a price there. */
const candidates = prepared<{ customers: string[]; skus: string[] }>(
  'demo price-protected stock',
  `select array(select c.code from customer c
       where c.country_code = $3 and c.kind = 'distributor' and c.state = 'enabled' order by c.code) as customers,
     array(select distinct p.sku_code from price_key p join sku s on s.code = p.sku_code join spu u on u.code = s.spu_code
       join product_category c on c.code = u.category_code
       where p.area_id = $1 and p.currency = $2 and s.enabled and u.enabled and c.class = 'phone' order by p.sku_code) as skus`,
)
const priceOf = prepared<{ price: string }>(
  'demo price before the drop',
  `select max(r.price)::text as price from price_key k join price_row r on r.key_id = k.id and r.known_until is null and tstzrange(r.valid_from, r.valid_to) @> $4::timestamptz
   where k.area_id = $1 and k.currency = $2 and k.sku_code = $3`,
)

/** The list price of a phone fell five days ago: the customer with most stock gets the difference, half of it at once. */
export async function playPriceProtection(region: Region): Promise<void> {
  const { pool, head, areaId, currency, countryCode, timezone, channel, today } = region
  const fell = dayAfter(today, -5)
  const found = await reading(pool, async (tx) => {
    const of = await tx.first(candidates(areaId, currency, countryCode))
    if (!of) return null
    const at = new Date(beginOf(timezone, dayAfter(fell, 1)).getTime() - 1)
    const asked = { customerCodes: of.customers, skuCodes: of.skus, at, coverageDays: COVERAGE_DAYS }
    const [stock] = readStock(await tx.rows(stockSnapshot({ scope: 'all' }, asked))).toSorted(
      (one, other) => other.units - one.units,
    )
    const price = stock && (await tx.first(priceOf(areaId, currency, stock.skuCode, at)))
    return price ? { ...stock, price: price.price } : null
  })
  const budgetCode = budgetOf(region)
  if (!found || !budgetCode) return
  const drop = amount(found.price).div(20).round(0, 0)
  const year = today.slice(0, 4)
  const application = await play(region, schemeApplicationDocument, channel, {
    ...head,
    name: 'Price protection of the season',
    schemeType: 'priceProtection',
    productClass: 'phone',
    startDate: today,
    endDate: `${year}-12-31`,
    claimDeadline: `${year}-12-31`,
    settlementPeriod: 'month',
    rebateType: 'standard',
    withholdRate: '100',
    directExecution: 'yes',
    referenceDate: fell,
    coverageDays: COVERAGE_DAYS,
    reason: 'The list price fell',
    lines: [
      {
        customerCode: found.customerCode,
        skuCode: found.skuCode,
        basis: 'stock',
        unitAmount: amountText(drop),
        plannedQuantity: found.units,
        amount: amountText(drop.times(found.units)),
        budgetCode,
      },
    ],
  })
  if (application?.state !== 'approved') return
  const of = {
    no: application.no,
    customerCode: found.customerCode,
    month: today.slice(0, 7),
    rebateType: 'standard',
  }
  const claim = claimOf(region, of, {
    reason: 'Units in stock when the price fell',
    lines: [{ fundingNo: 1, amount: amountText(drop.times(Math.ceil(found.units / 2))) }],
  })
  await play(region, schemeExecuteDocument, channel, claim)
}
