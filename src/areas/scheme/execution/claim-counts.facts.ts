import {
  countedUnitsFoundBy,
  frozenLeftFoundBy,
  frozenUnitsFoundBy,
  volumesFoundBy,
} from '#areas/device/device.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { amount, zero } from '#kernel/base/money/money.ts'
import type { Counts } from '../application/calculation.rules.ts'
import { joinSpecialPrices } from '#areas/price/price.facade.ts'
import { isForCustomer } from '../beneficiary/scheme-beneficiary.facts.ts'

// Quantities from the device registry for a claim's customer, and what is already paid otherwise.

/** The first instant of a day at the scheme's place. */
const instant = (day: string) => `(${day}::timestamp - substr(o.timezone, 4)::interval) at time zone 'UTC'`

/**
 * For each line of a scheme ($1) for a customer ($2): its SKUs, in the claim's days ($3 to $4; null: the scheme's) and
 * from the scheme's first day to the last of them.
 */
export const countsOf = volumesFoundBy(
  'scheme-claims',
  `select l.line_no as part, k.kind, l.basis, $2::text as customer_code, l.store_code, u.code as sku_code, s.currency, s.id as document_id,
     ${instant('k.first')} as from_at, ${instant('(k.last + 1)')} as to_at
   from scheme s join scheme_line l on l.scheme_id = s.id and ${isForCustomer('$2')} join area a on a.id = s.area_id
   join organisation o on o.id = a.organisation_id
   cross join lateral (select least(coalesce($4::date, s.end_date), s.end_date) as last) e
   cross join lateral (values ('period', greatest(coalesce($3::date, s.start_date), s.start_date), e.last), ('whole', s.start_date, e.last))
     k (kind, first, last)
   left join lateral (select code from sku where code = l.sku_code or (l.sku_code is null and spu_code = l.spu_code)) u on true
   where s.no = $1`,
)

/** Which of the devices ($7) of lines ($5, of parts $6) are among what `countsOf` counts. */
export const countedOf = countedUnitsFoundBy(
  'scheme-claims',
  `select w.row, w.number, l.basis, $2::text as customer_code, l.store_code, ${instant('k.first')} as from_at, ${instant('(k.last + 1)')} as to_at
   from scheme s join unnest($5::int[], $6::int[], $7::text[]) w (row, part, number) on true
   join scheme_funding f on f.scheme_id = s.id and f.funding_no = w.part
   join scheme_line l on l.scheme_id = s.id and l.line_no = f.line_no and ${isForCustomer('$2')} join area a on a.id = s.area_id
   join organisation o on o.id = a.organisation_id
   cross join lateral (select least(coalesce($4::date, s.end_date), s.end_date) as last,
     case when l.ladder is null then greatest(coalesce($3::date, s.start_date), s.start_date) else s.start_date end as first) k
   where s.no = $1`,
)

/** The rest of a customer's ($2) stock frozen by a scheme's ($1) application, and which devices ($3) are its units. */
export const frozenOf = frozenLeftFoundBy(
  'scheme-claims',
  'select id as document_id, scheme_type, $2::text as customer_code from scheme where no = $1',
)
export const frozenUnitsOf = frozenUnitsFoundBy(
  'scheme-claims',
  'select id as document_id, $2::text as customer_code, $3::text[] as numbers from scheme where no = $1',
)

interface CountRow {
  readonly part: number
  readonly kind: string
  readonly units: number
  readonly amount: string | null
}

export function readCounts(rows: readonly CountRow[]): ReadonlyMap<number, Counts> {
  const found = new Map<number, Counts>()
  const none = { units: 0, amount: null }
  for (const { part, kind, units, amount: paid } of rows) {
    const before = found.get(part) ?? { period: none, whole: none }
    const counted = { units, amount: paid === null ? (units === 0 ? zero : null) : amount(paid) }
    found.set(part, kind === 'period' ? { ...before, period: counted } : { ...before, whole: counted })
  }
  return found
}

/**
 * Special prices of a customer ($2) that coincide with a price support ($1) for the channel in the claim's days ($3 to
 * $4; null: the scheme's).
 */
export const specialPricesMet = prepared<{ readonly lineNo: number; readonly no: string }>(
  'scheme.claim-special-prices',
  `select l.line_no as "lineNo", min(p.document_no) as no from scheme s join scheme_line l on l.scheme_id = s.id and l.channel_code is not null
   ${joinSpecialPrices({
     customer: '$2',
     sku: 'l.sku_code',
     spu: 'l.spu_code',
     firstDay: 'greatest($3::date, s.start_date)',
     lastDay: 'least($4::date, s.end_date)',
     isStackable: 's.stackable',
   })}
   where s.no = $1 and s.scheme_type = 'priceSupport' group by 1`,
)
