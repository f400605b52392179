import { keptArray, prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { KeyedPlace } from '#kernel/engine/document/list/keyed-page.ts'
import type { ListPlace } from '#kernel/engine/read-list/serving.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { DeviceRow } from '../device-schemas.ts'
import type { DeviceViewer } from '../device-detail/viewer.server.ts'
import { type Add, type DeviceFilters, sourceWith, whereOf } from './device-source.server.ts'
import { found } from './device-walk.server.ts'

/** Orders of the list beside that of the devices themselves. */
const ORDERS = {
  imei1: 'd.imei1',
  sn: 'd.sn',
  sku: 'd.sku_code',
  status: 'h.status',
  heldFrom: 'c.from_at',
  soldOutAt: 'h.sold_out_at',
  activatedOn: 'h.activated_on',
} as const

function shownSql(language: Language, of: string): string {
  const name = (alias: string) => `${alias}.name_${language}`
  return `select d.id, d.imei1, d.imei2, d.sn, d.sku_code as "skuCode", ${name('k')} as "skuName", h.status,
      c.holder_type as "holderType", c.holder_code as "holderCode", coalesce(${name('s')}, ${name('w')}, ${name('o')}) as "holderName",
      c.until is null as "isHolding", c.customer_code as "customerCode", ${name('u')} as "customerName", c.from_at as "heldFrom",
      h.activated_on::text as "activatedOn", a.country as "activationCountry", h.sold_out_at as "soldOutAt"
    from ${of}
    join device_interval c on c.device_id = f.device_id and c.seq = f.seq join device d on d.id = f.device_id join sku k on k.code = d.sku_code
    join device_holding h on h.device_id = f.device_id left join device_activation a on a.device_id = f.device_id
    left join customer u on u.code = c.customer_code
    left join customer o on c.holder_type in ('customer', 'dealer') and o.code = c.holder_code
    left join store s on c.holder_type = 'store' and s.code = c.holder_code
    left join warehouse w on c.holder_type = 'warehouse' and w.code = c.holder_code`
}

/** The matching intervals in an order of columns; without a value last. */
function sorted(viewer: DeviceViewer, filters: DeviceFilters, sort: readonly string[], add: Add): string {
  const { by, direction } = requestedOrder(sort, ORDERS, '-soldOutAt')
  const { from, where } = sourceWith(viewer, filters, add)
  return `select c.device_id, c.seq, row_number() over (order by ${by} ${direction} nulls last, c.device_id ${direction}) as place
    from ${from}${by.startsWith('d.') ? ' join device d on d.id = c.device_id' : ''}${whereOf(where)}`
}

/** All rows with names, newest device first or in the order that was filters for: for an export, which reads them through a cursor. */
export function allDevices(
  viewer: DeviceViewer,
  language: Language,
  filters: DeviceFilters,
  sort: readonly string[] = [],
): Statement<DeviceRow> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  if (sort.length > 0)
    return { text: `${shownSql(language, `(${sorted(viewer, filters, sort, add)}) f`)} order by f.place`, values }
  const text = `(${found(viewer, filters, { from: null, way: 'older' }, null, add)}) f`
  return { text: `${shownSql(language, text)} order by d.id desc`, values }
}

/** The columns of a page, by interval: the same text for every page, so that its plan is cached (decision 081). */
const shown = (language: Language) =>
  prepared<DeviceRow>(
    `device.listed.${language}`,
    `${shownSql(language, `unnest(${keptArray(1, 'bigint')}, ${keptArray(2, 'int')}) f (device_id, seq)`)} order by d.id desc`,
  )
const SHOWN = { zh: shown('zh'), en: shown('en') } as const

const shownInPlace = (language: Language) =>
  prepared<DeviceRow>(
    `device.listed-in-place.${language}`,
    `${shownSql(language, `unnest(${keptArray(1, 'bigint')}, ${keptArray(2, 'int')}) with ordinality f (device_id, seq, place)`)} order by f.place`,
  )
const SHOWN_IN_PLACE = { zh: shownInPlace('zh'), en: shownInPlace('en') } as const

/** Rows of a page in an order of columns. */
export async function readSortedDevices(
  tx: Tx,
  viewer: DeviceViewer,
  language: Language,
  filters: DeviceFilters,
  { sort, limit, offset }: ListPlace & { readonly sort: readonly string[] },
): Promise<DeviceRow[]> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const text = `select device_id, seq from (${sorted(viewer, filters, sort, add)}) f order by place limit ${add(limit)} offset ${add(offset)}`
  const intervals = await tx.rows<{ device_id: string; seq: number }>({ text, values })
  if (intervals.length === 0) return []
  return tx.rows(
    SHOWN_IN_PLACE[language](
      intervals.map((each) => each.device_id),
      intervals.map(({ seq }) => seq),
    ),
  )
}

/** Rows of a page, newest device first: its intervals first, planned for the request. */
export async function readDevices(
  tx: Tx,
  viewer: DeviceViewer,
  language: Language,
  filters: DeviceFilters,
  page: KeyedPlace & { readonly limit: number },
): Promise<DeviceRow[]> {
  const values: unknown[] = []
  const text = found(viewer, filters, page, page.limit, (value) => `$${values.push(value)}`)
  const intervals = await tx.rows<{ device_id: string; seq: number }>({ text, values })
  if (intervals.length === 0) return []
  return tx.rows(
    SHOWN[language](
      intervals.map((each) => each.device_id),
      intervals.map(({ seq }) => seq),
    ),
  )
}

/** The device that is so many after the newest. */
export function deviceAt(viewer: DeviceViewer, filters: DeviceFilters, rows: number): Statement<{ id: string }> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const text = found(viewer, filters, { from: null, way: 'older' }, rows, add)
  return { text: `select f.device_id as id from (${text}) f offset ${add(rows - 1)}`, values }
}

/** The number of matches; counting stops at `most`. */
export function deviceCount(viewer: DeviceViewer, filters: DeviceFilters, most: number): Statement<{ total: number }> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const { from, where } = sourceWith(viewer, filters, add)
  return {
    text: `select count(*)::int as total from (select from ${from}${whereOf(where)} limit ${add(most)}) t`,
    values,
  }
}
