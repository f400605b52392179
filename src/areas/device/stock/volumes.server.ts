import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { type DeviceViewer, viewerValues } from '../device-detail/viewer.server.ts'

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
 * What counts for customers, wherever the devices went later; a return subtracts on its own day, and an activation counts for whoever had
 * the device, or had sold it. People who may see the customer see what counts for it.
 */
const counted = prepared<VolumeRow>(
  'device.volumes',
  `select u.code as customer_code, k.code as sku_code, sum(n.units)::int as units, sum(s.price * n.units)::numeric(20,2)::text as amount, s.currency
   from customer u cross join sku k join device_count n on n.counted_for = u.id and n.sku_id = k.id
   join device_place p on p.id = n.place_id left join device_source s on s.id = n.source_id
   where n.basis = $1 and u.code = any ($2::text[]) and k.code = any ($3::text[]) and n.at >= $4 and n.at < $5
     and ($6::int[] is null or u.scope_id = any ($6::int[])) and ($7::text[] is null or u.code = any ($7::text[]))
     and ($8::text[] is null or $7::text[] is not null or p.store_code = any ($8::text[]))
   group by u.code, k.code, s.currency order by 1, 2, s.currency`,
)

/** Units of each customer and SKU in a period, by basis; zero has no row. */
export function volumesOf(viewer: DeviceViewer, asked: VolumeAsked): Statement<VolumeRow> {
  const { basis, customerCodes, skuCodes, from, to } = asked
  return counted(basis, customerCodes, skuCodes, from, to, ...viewerValues(viewer))
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

/** Whether what is counted in `n` counts for the store of `a`; without one, for the customer. */
const AT_STORE = `(a.store_code is null or exists (select from device_place p where p.id = n.place_id and p.store_code = a.store_code))`

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
       select d.units, d.amount from device_volumes((select id from customer where code = a.customer_code), (select id from sku where code = a.sku_code),
         a.basis, a.store_code, a.from_at, a.to_at, a.currency) d
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
     select a.row, d.device_id::text as "deviceId" from asked a join device_number d on d.number = a.number
     where (select sum(n.units) from device_count n where n.device_id = d.device_id and n.basis = a.basis
       and n.counted_for = (select id from customer where code = a.customer_code) and n.at >= a.from_at and n.at < a.to_at and ${AT_STORE}) > 0`,
  )
}
