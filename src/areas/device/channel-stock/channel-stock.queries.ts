import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import { type DeviceViewer, viewerValues } from '../device-detail/viewer.server.ts'
import type { ChannelStock } from './channel-stock.list.ts'

// Stock by day (decision 141): rows of one day, those that the reader may see.

export interface ChannelStockFilters {
  /** The last day of each country whose stock is counted, where none is given. */
  readonly day?: string | null
  readonly customerCode?: string | null
  readonly skuCode?: string | null
  /** Stock that lasts longer than so many weeks, or of which nothing is sold. */
  readonly weeksOver?: number | null
}

const ORDERS = {
  customerCode: 's.customer_code',
  units: 's.units',
  older: 's.older',
  weeks: 'weeks',
} as const

interface Page {
  readonly limit: number
  readonly offset: number
}

/** Sales of a week are a quarter of those of 28 days. */
const WEEKS = `case when w.sold > 0 then round(w.units * 4.0 / w.sold, 1) end`

/** Stock and sales of the customer with its dealers: a distributor sells to consumers by them. */
function rowsOf(viewer: DeviceViewer, filters: ChannelStockFilters, add: (value: unknown) => string): string {
  const [scope, customers, stores] = viewerValues(viewer)
  /** Rows of the reader's organisations and customers, also where they are only added up. */
  const own = (alias: string) =>
    [
      ...(scope === null ? [] : [` and ${alias}.scope_id = any (${add(scope)}::int[])`]),
      ...(customers === null ? [] : [` and ${alias}.customer_code = any (${add(customers)}::text[])`]),
    ].join('')
  const { day, customerCode, skuCode, weeksOver } = filters
  const where = [
    day ? `s.day = ${add(day)}::date` : 's.day = d.stock_until - 1',
    // A row is of all stores of its customer: nobody who is limited to some of them reads it.
    ...(customers === null && stores !== null ? ['false'] : []),
    ...(customerCode ? [`s.customer_code = ${add(customerCode)}`] : []),
    ...(skuCode ? [`s.sku_code = ${add(skuCode)}`] : []),
    ...(typeof weeksOver === 'number' ? [`w.units > 0 and coalesce(${WEEKS} > ${add(weeksOver)}::numeric, true)`] : []),
  ]
  return `from device_day d join device_stock_day s on s.scope_id = d.scope_id
    cross join lateral (
      select sum(x.units)::int as units, sum(x.sold)::int as sold from device_stock_day x
      where x.day = s.day and x.sku_code = s.sku_code${own('x')} and (x.customer_code = s.customer_code
        or x.customer_code in (select c.code from customer c where c.parent_code = s.customer_code and c.kind = 'dealer'))
    ) w where ${where.join(' and ')}${own('s')}`
}

export function channelStockRows(
  viewer: DeviceViewer,
  language: Language,
  filters: ChannelStockFilters,
  sort: readonly string[],
  { limit, offset }: Page,
): Statement<ChannelStock> {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const { by, direction } = requestedOrder(sort, ORDERS, 'customerCode')
  const text = `select f.*, u.name_${language} as "customerName", k.name_${language} as "skuName" from (
      select s.customer_code || '/' || s.sku_code as id, s.day::text, s.customer_code as "customerCode", s.sku_code as "skuCode", s.units, s.days_30 as "days30",
        s.days_60 as "days60", s.days_90 as "days90", s.older, w.units as "channelUnits", w.sold as "channelSold", (${WEEKS})::text as weeks,
        row_number() over (order by ${by === 'weeks' ? WEEKS : by} ${direction} nulls last, s.customer_code, s.sku_code) as place
      ${rowsOf(viewer, filters, add)} order by place limit ${add(limit)} offset ${add(offset)}
    ) f join customer u on u.code = f."customerCode" join sku k on k.code = f."skuCode" order by f.place`
  return { text, values }
}

export function channelStockCount(viewer: DeviceViewer, filters: ChannelStockFilters): Statement<{ total: number }> {
  const values: unknown[] = []
  const text = `select count(*)::int as total ${rowsOf(viewer, filters, (value) => `$${values.push(value)}`)}`
  return { text, values }
}
