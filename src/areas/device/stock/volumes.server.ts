import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { custodyVisible, type DeviceViewer, viewerValues } from '../device-detail/viewer.server.ts'

/** The quantities that a rebate is calculated from: received by a customer, passed on, sold to consumers, activated. */
export type VolumeBasis = 'sellIn' | 'sellThrough' | 'sellOut' | 'activation'

/** From the first instant, to before the last one. */
export interface VolumeAsked {
  readonly basis: VolumeBasis
  readonly customerCodes: readonly string[]
  readonly skuCodes: readonly string[]
  readonly from: Date
  readonly to: Date
}

interface VolumeRow {
  readonly customer_code: string
  readonly sku_code: string
  readonly units: number
  readonly amount: string | null
  readonly currency: string | null
}

export interface DeviceVolume {
  readonly customerCode: string
  readonly skuCode: string
  /** Returns are subtracted; negative where more came back than went. */
  readonly units: number
  /** Sell-in only: the invoiced amount, in the currency of the invoice. */
  readonly amount: string | null
  readonly currency: string | null
}

/**
 * Counted moves, wherever the device went later; a return subtracts on its own day. People who may see the customer see what counts for it.
 */
const moved = prepared<VolumeRow>(
  'device.volumes',
  `select c.counted_for as customer_code, c.sku_code, sum(c.counted_units)::int as units,
     sum(c.price * c.counted_units)::numeric(20,2)::text as amount, c.currency
   from device_custody c
   where c.counted_as = $1 and c.counted_for = any ($2::text[]) and c.sku_code = any ($3::text[]) and c.from_at >= $4 and c.from_at < $5
     and exists (select from customer v where v.code = c.counted_for and ($6::int[] is null or v.scope_id = any ($6::int[])))
     and ($7::text[] is null or c.counted_for = any ($7::text[])) and ($8::text[] is null or $7::text[] is not null or c.store_code = any ($8::text[]))
   group by c.counted_for, c.sku_code, c.currency order by 1, 2, c.currency`,
)

/** An activation counts for whoever had the device, or had sold it, at that time. */
const activated = prepared<VolumeRow>(
  'device.activations',
  `select c.customer_code, c.sku_code, count(*)::int as units, null as amount, null as currency
   from device d join device_custody c on c.device_id = d.id and c.from_at <= d.activated_at and (c.until is null or c.until > d.activated_at)
   where d.activated_at >= $3 and d.activated_at < $4 and d.sku_code = any ($2::text[]) and c.customer_code = any ($1::text[])
     and ${custodyVisible('c', 5)}
   group by 1, 2 order by 1, 2`,
)

/** Units of each customer and SKU in a period, by basis; zero has no row. */
export function volumesOf(viewer: DeviceViewer, asked: VolumeAsked): Statement<VolumeRow> {
  const { basis, customerCodes, skuCodes, from, to } = asked
  const values = viewerValues(viewer)
  return basis === 'activation'
    ? activated(customerCodes, skuCodes, from, to, ...values)
    : moved(basis, customerCodes, skuCodes, from, to, ...values)
}

export function readVolumes(rows: readonly VolumeRow[]): DeviceVolume[] {
  return rows.map((row) => ({
    customerCode: row.customer_code,
    skuCode: row.sku_code,
    units: row.units,
    amount: row.amount,
    currency: row.currency,
  }))
}

interface CountedRow {
  readonly part: number
  readonly kind: string
  readonly units: number
  readonly amount: string | null
}

const BEFORE = '(select p.store_code from device_custody p where p.device_id = c.device_id and p.seq = c.previous)'

/** Whether interval `c` counts for the store of `a`: a return counts where the device was sold, whichever store takes it. */
const AT_STORE = `(a.store_code is null or a.store_code =
  case when c.counted_units < 0 then coalesce(${BEFORE}, c.store_code) else coalesce(c.store_code, ${BEFORE}) end)`

/**
 * The same selected by an area's own query: it returns part, kind, basis (also `stock`: what `document_id` froze in the
 * line `part`), customer_code, store_code (null: any), sku_code, currency, from_at and to_at; several SKUs of a part
 * and kind are one sum. The caller has checked that the reader may see these customers.
 */
export function volumesFoundBy(name: string, query: string): (...values: readonly unknown[]) => Statement<CountedRow> {
  return prepared<CountedRow>(
    `device.volumes-for-${name}`,
    `with asked as (${query})
     select a.part::int as part, a.kind, coalesce(sum(v.units), 0)::int as units, sum(v.amount)::numeric(20,2)::text as amount
     from asked a left join lateral (
       select sum(c.counted_units) as units, sum(c.price * c.counted_units) filter (where c.currency = a.currency) as amount
       from device_custody c where c.counted_as = a.basis and c.counted_for = a.customer_code and c.sku_code = a.sku_code
         and c.from_at >= a.from_at and c.from_at < a.to_at and ${AT_STORE}
       union all select count(*), null from device d
       join device_custody c on c.device_id = d.id and c.from_at <= d.activated_at and (c.until is null or c.until > d.activated_at)
       where a.basis = 'activation' and d.activated_at >= a.from_at and d.activated_at < a.to_at and d.sku_code = a.sku_code
         and c.customer_code = a.customer_code and ${AT_STORE}
       union all select sum(n.units), null from device_snapshot n
       where a.basis = 'stock' and n.document_id = a.document_id and n.line_no = a.part and n.customer_code = a.customer_code
         and n.sku_code = a.sku_code and n.round = (select max(x.round) from device_snapshot x where x.document_id = a.document_id)
     ) v on true group by 1, 2`,
  )
}

/**
 * Which of the given devices are counted: `query` returns row, number, basis, customer_code, store_code, from_at and
 * to_at for each. One returned within the days is not.
 */
export function countedUnitsFoundBy(
  name: string,
  query: string,
): (...values: readonly unknown[]) => Statement<{ readonly row: number; readonly deviceId: string }> {
  return prepared(
    `device.counted-units-for-${name}`,
    `with asked as (${query})
     select a.row, n.device_id::text as "deviceId" from asked a join device_number n on n.number = a.number
     where case when a.basis = 'activation' then exists (
         select from device d join device_custody c on c.device_id = d.id and c.from_at <= d.activated_at and (c.until is null or c.until > d.activated_at)
         where d.id = n.device_id and d.activated_at >= a.from_at and d.activated_at < a.to_at and c.customer_code = a.customer_code and ${AT_STORE})
       else (select sum(c.counted_units) from device_custody c where c.device_id = n.device_id and c.counted_as = a.basis
         and c.counted_for = a.customer_code and c.from_at >= a.from_at and c.from_at < a.to_at and ${AT_STORE}) > 0 end`,
  )
}
