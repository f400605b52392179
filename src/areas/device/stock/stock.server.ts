import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { custodyVisible, type DeviceViewer, viewerValues } from '../device-detail/viewer.server.ts'

/** The customer, SKU and instant of a stock request. */
export interface StockAsked {
  readonly customerCodes: readonly string[]
  readonly skuCodes: readonly string[]
  readonly at: Date
  /** Only units received within so many days before; null: no limit. */
  readonly coverageDays: number | null
}

/** Eligible units of a customer and SKU; zero has no row. */
export interface Stock {
  readonly customerCode: string
  readonly skuCode: string
  readonly units: number
}

interface StockRow {
  readonly customer_code: string
  readonly sku_code: string
  readonly units: number
}

const counted = prepared<StockRow>(
  'device.stock',
  `select s.customer_code, s.sku_code, count(*)::int as units
   from device_stock($1::text[], $2::text[], $3::timestamptz, $4::int) s
   join device_interval c on c.device_id = s.device_id and c.seq = s.seq
   where ${custodyVisible('c', 5)} group by 1, 2 order by 1, 2`,
)

/**
 * Units that price protection may pay for: with the customer (itself or its stores) at the instant, neither sold nor
 * activated by then, received within the coverage days, no demonstration units.
 */
export function stockSnapshot(viewer: DeviceViewer, asked: StockAsked): Statement<StockRow> {
  return counted(asked.customerCodes, asked.skuCodes, asked.at, asked.coverageDays, ...viewerValues(viewer))
}

export function readStock(rows: readonly StockRow[]): Stock[] {
  return rows.map((row) => ({ customerCode: row.customer_code, skuCode: row.sku_code, units: row.units }))
}

/** One unit of a stock. */
export interface StockUnit {
  readonly deviceId: string
  readonly imei1: string | null
  readonly imei2: string | null
  readonly sn: string | null
  readonly customerCode: string
  readonly skuCode: string
  readonly receivedAt: Date
}

const listed = prepared<StockUnit>(
  'device.stock-units',
  `select s.device_id as "deviceId", d.imei1, d.imei2, d.sn, s.customer_code as "customerCode", s.sku_code as "skuCode",
     s.received_at as "receivedAt"
   from device_stock($1::text[], $2::text[], $3::timestamptz, $4::int) s join device d on d.id = s.device_id
   join device_interval c on c.device_id = s.device_id and c.seq = s.seq
   where s.device_id > $8::bigint and ${custodyVisible('c', 5)} order by s.device_id limit $9`,
)

/** The same unit by unit, sorted by id: a page begins after the last one of the previous page (`'0'` for the first). */
export function stockUnits(
  viewer: DeviceViewer,
  asked: StockAsked,
  page: { readonly after: string; readonly limit: number },
): Statement<StockUnit> {
  const { customerCodes, skuCodes, at, coverageDays } = asked
  return listed(customerCodes, skuCodes, at, coverageDays, ...viewerValues(viewer), page.after, page.limit)
}

interface CountedRow {
  readonly line: number
  readonly customer_code: string
  readonly sku_code: string
  readonly at: Date
  readonly coverage_days: number | null
  readonly occasion: string
  readonly paid_above: string | null
  readonly currency: string | null
  readonly only_known: boolean
  readonly units: number
}

/**
 * The stock selected by an area's own query: it returns line, customer_code, sku_code, at, coverage_days, occasion, paid_above, currency
 * and only_known. The caller has checked that the reader may see these customers, so all of their stock is counted; with `paid_above` only units
 * for which the customer paid more than that in the currency, or whose price is not known, unless only known ones count.
 */
export function stockFoundBy(name: string, query: string): (...values: readonly unknown[]) => Statement<CountedRow> {
  return prepared<CountedRow>(
    `device.stock-for-${name}`,
    `with asked as (${query})
     select a.line::int as line, a.customer_code, a.sku_code, a.at, a.coverage_days, a.occasion, a.paid_above::text as paid_above, a.currency,
       coalesce(a.only_known, false) as only_known, s.units::int as units from asked a
     cross join lateral (
       select count(*) as units from device_stock_above(array[a.customer_code], array[a.sku_code], a.at, a.coverage_days, a.paid_above, a.currency, coalesce(a.only_known, false))
     ) s order by 1, 2, 3`,
  )
}

export function readFrozenStock(rows: readonly CountedRow[]): FrozenLine[] {
  return rows.map((row) => ({
    line: row.line,
    customerCode: row.customer_code,
    skuCode: row.sku_code,
    at: row.at,
    coverageDays: row.coverage_days,
    occasion: row.occasion,
    paidAbove: row.paid_above,
    currency: row.currency,
    onlyKnown: row.only_known,
    units: row.units,
  }))
}

/** A line of a document with the stock of one of its SKUs, as its facts counted it. */
export interface FrozenLine {
  readonly line: number
  readonly customerCode: string
  readonly skuCode: string
  readonly at: Date
  readonly coverageDays: number | null
  /** The price change that its units are paid for, by its reference day; empty where none is known. */
  readonly occasion: string
  /** Only units for which the customer paid more than this price in the currency. */
  readonly paidAbove: string | null
  readonly currency: string | null
  /** Units whose price is not known do not count. */
  readonly onlyKnown: boolean
  readonly units: number
}

const freeze = prepared(
  'device.freeze-stock',
  `with given as (
     select * from unnest($3::int[], $4::text[], $5::text[], $6::timestamptz[], $7::int[], $8::int[], $9::text[], $10::numeric[], $11::text[], $12::boolean[])
       as g (line, customer, sku, at, days, units, occasion, above, currency, known)
   ), stock as (
     select g.line, g.sku, s.* from given g
     cross join lateral device_stock_above(array[g.customer], array[g.sku], g.at, g.days, g.above, g.currency, g.known) s
   ), counted as (
     select line, customer_code, sku, count(*) as units from stock group by 1, 2, 3
   ), checked as (
     select must_touch(coalesce(c.units, 0), g.units) from given g
     left join counted c on c.line = g.line and c.customer_code = g.customer and c.sku = g.sku
   ), snapshot as (
     insert into device_snapshot (document_id, round, line_no, customer_code, sku_code, at, coverage_days, units, occasion, scope_id)
     select $1, $2, g.line, g.customer, g.sku, g.at, g.days, g.units, g.occasion, c.scope_id from given g join customer c on c.code = g.customer
     returning id, line_no, customer_code, sku_code
   ), units as (
     insert into device_snapshot_unit (snapshot_id, device_id, custody_seq, received_at)
     select n.id, s.device_id, s.seq, s.received_at from snapshot n join stock s on s.line = n.line_no and s.customer_code = n.customer_code and s.sku = n.sku_code
   )
   select count(*) from checked`,
)

/**
 * Stores the stock of a document's lines permanently, unit by unit: a write of its plan. If it differs from what the
 * facts counted, the action reads again.
 */
export function freezeStock(
  { id, round }: { readonly id: string; readonly round: number },
  lines: readonly FrozenLine[],
): readonly Statement[] {
  if (lines.length === 0) return []
  const column = <K extends keyof FrozenLine>(name: K) => lines.map((line) => line[name])
  return [
    freeze(
      id,
      round,
      column('line'),
      column('customerCode'),
      column('skuCode'),
      column('at'),
      column('coverageDays'),
      column('units'),
      column('occasion'),
      column('paidAbove'),
      column('currency'),
      column('onlyKnown'),
    ),
  ]
}

const frozen = prepared<CountedRow>(
  'device.frozen-stock',
  `select line_no as line, customer_code, sku_code, at, coverage_days, occasion, null as paid_above, null as currency, false as only_known, units from device_snapshot s
   where document_id = $1 and round = (select max(round) from device_snapshot where document_id = $1) order by line_no, customer_code, sku_code`,
)

/** The stock that a document froze in its newest round; used by follow-up documents. */
export function frozenStock(documentId: string): Statement<CountedRow> {
  return frozen(documentId)
}

const frozenUnitRows = prepared<StockUnit>(
  'device.frozen-units',
  `select u.device_id as "deviceId", d.imei1, d.imei2, d.sn, s.customer_code as "customerCode", s.sku_code as "skuCode",
     u.received_at as "receivedAt"
   from device_snapshot s join device_snapshot_unit u on u.snapshot_id = s.id join device d on d.id = u.device_id
   where s.document_id = $1 and s.line_no = $2 and s.round = (select max(round) from device_snapshot where document_id = $1)
     and u.device_id > $3::bigint order by u.device_id limit $4`,
)

/** The units of one frozen line, page by page like a stock. */
export function frozenUnits(
  of: { readonly documentId: string; readonly line: number },
  page: { readonly after: string; readonly limit: number },
): Statement<StockUnit> {
  return frozenUnitRows(of.documentId, of.line, page.after, page.limit)
}
