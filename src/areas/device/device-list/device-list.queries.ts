import { keptArray, prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { isBackwards, type KeyedPlace } from '#kernel/engine/document/list/keyed-page.ts'
import type { ListPlace } from '#kernel/engine/read-list/serving.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { DeviceRow } from '../device-schemas.ts'
import { ownIntervals, type DeviceViewer } from '../device-detail/viewer.server.ts'

/** Filters of the list; numbers are IMEIs and serial numbers. */
export interface DeviceFilters {
  readonly number?: string | readonly string[] | null
  readonly skuCode?: string | null
  readonly status?: string | readonly string[] | null
  readonly holderType?: string | readonly string[] | null
  readonly holderCode?: string | null
  readonly customerCode?: string | null
  /** Number of a document that froze a stock: its units as held then; optionally of one of its lines. */
  readonly frozenBy?: string | null
  readonly frozenLine?: number | null
  readonly activatedFrom?: string | null
  readonly activatedTo?: string | null
  readonly soldOutFrom?: string | null
  readonly soldOutTo?: string | null
}

/** Orders of the list beside that of the devices themselves. */
const ORDERS = {
  imei1: 'd.imei1',
  sn: 'd.sn',
  sku: 'd.sku_code',
  status: 'd.status',
  heldFrom: 'c.from_at',
  soldOutAt: 'd.sold_out_at',
  activatedAt: 'd.activated_at',
} as const

type Add = (value: unknown) => string

const listOf = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value)

/** Numbers in stored form: without surrounding spaces, letters in capitals. */
export function numbersOf({ number }: DeviceFilters): readonly string[] {
  if (number === undefined || number === null) return []
  return [...new Set(listOf(number).flatMap((each) => each.toUpperCase().split(/\s+/u)))].filter((each) => each !== '')
}

/**
 * The interval that represents a device in the list: the open one; for people limited to customers or stores, the last one that was theirs.
 */
function standing(viewer: DeviceViewer, add: Add): readonly string[] {
  const scope = viewer.scope === 'all' ? [] : [`c.scope_id = any (${add(viewer.scope)}::int[])`]
  const own = ownIntervals(viewer, 'c', add)
  if (own.length === 0) return ['c.until is null', ...scope]
  const later = ownIntervals(viewer, 'l', add)
  const last = ['l.device_id = c.device_id', 'l.seq > c.seq', ...later].join(' and ')
  return [...scope, ...own, `not exists (select from device_custody l where ${last})`]
}

/** Units of a frozen stock: for readers of its organisation, limited to their customers and stores. */
function frozen(viewer: DeviceViewer, { frozenBy, frozenLine }: DeviceFilters, add: Add): readonly string[] {
  const scope = viewer.scope === 'all' ? [] : [`s.scope_id = any (${add(viewer.scope)}::int[])`]
  const where = [
    `s.document_id = (select document_id from approval_instance where document_no = ${add(frozenBy)} limit 1)`,
    's.round = (select max(x.round) from device_snapshot x where x.document_id = s.document_id)',
    ...scope,
    ...(frozenLine ? [`s.line_no = ${add(frozenLine)}::int`] : []),
  ].join(' and ')
  return [
    `(c.device_id, c.seq) in (select u.device_id, u.custody_seq from device_snapshot s
       join device_snapshot_unit u on u.snapshot_id = s.id where ${where})`,
    ...ownIntervals(viewer, 'c', add),
  ]
}

function conditions(viewer: DeviceViewer, asked: DeviceFilters, add: Add): readonly string[] {
  const { skuCode, status, holderType, holderCode, customerCode } = asked
  const { activatedFrom, activatedTo, soldOutFrom, soldOutTo } = asked
  const numbers = numbersOf(asked)
  const given = (value: unknown) => value !== undefined && value !== null && value !== ''
  return [
    ...(given(asked.frozenBy) ? frozen(viewer, asked, add) : standing(viewer, add)),
    ...(numbers.length > 0
      ? [`c.device_id in (select device_id from device_number where number = any (${add(numbers)}::text[]))`]
      : []),
    ...(given(skuCode) ? [`d.sku_code = ${add(skuCode)}`] : []),
    ...(given(status) ? [`d.status = any (${add(listOf(status!))}::text[])`] : []),
    ...(given(holderType) ? [`c.holder_type = any (${add(listOf(holderType!))}::text[])`] : []),
    ...(given(holderCode) ? [`c.holder_code = ${add(holderCode)}`] : []),
    ...(given(customerCode) ? [`c.customer_code = ${add(customerCode)}`] : []),
    ...(given(activatedFrom) ? [`d.activated_at >= ${add(activatedFrom)}::timestamptz`] : []),
    ...(given(soldOutFrom) ? [`d.sold_out_at >= ${add(soldOutFrom)}::timestamptz`] : []),
    ...(given(soldOutTo) ? [`d.sold_out_at < ${add(soldOutTo)}::timestamptz`] : []),
    ...(given(activatedTo) ? [`d.activated_at < ${add(activatedTo)}::timestamptz`] : []),
  ]
}

/** The device is joined only where a condition needs it: every interval has one. */
const fromOf = (conditions: string) =>
  `from device_custody c${/\bd\./.test(conditions) ? ' join device d on d.id = c.device_id' : ''}`

function found(viewer: DeviceViewer, asked: DeviceFilters, place: KeyedPlace, limit: number | null, add: Add): string {
  const backwards = isBackwards(place)
  const beyond = place.from === null ? [] : [`c.device_id ${backwards ? '>' : '<'} ${add(place.from)}::bigint`]
  const where = [...conditions(viewer, asked, add), ...beyond].join(' and ')
  return `select c.device_id, c.seq ${fromOf(where)} where ${where} order by c.device_id ${backwards ? 'asc' : 'desc'}
    ${limit === null ? '' : `limit ${add(limit)}`}`
}

function shownSql(language: Language, found: string): string {
  const name = (of: string) => `${of}.name_${language}`
  return `select d.id, d.imei1, d.imei2, d.sn, d.sku_code as "skuCode", ${name('k')} as "skuName", d.status,
      c.holder_type as "holderType", c.holder_code as "holderCode", coalesce(${name('s')}, ${name('w')}, ${name('h')}) as "holderName",
      c.until is null as "isHolding", c.customer_code as "customerCode", ${name('u')} as "customerName", c.from_at as "heldFrom",
      d.activated_at as "activatedAt", d.activation_country as "activationCountry", d.sold_out_at as "soldOutAt"
    from ${found}
    join device_custody c on c.device_id = f.device_id and c.seq = f.seq join device d on d.id = f.device_id join sku k on k.code = d.sku_code
    left join customer u on u.code = c.customer_code
    left join customer h on c.holder_type in ('customer', 'dealer') and h.code = c.holder_code
    left join store s on c.holder_type = 'store' and s.code = c.holder_code
    left join warehouse w on c.holder_type = 'warehouse' and w.code = c.holder_code`
}

/** The matching intervals in an order of columns; without a value last. */
function sorted(viewer: DeviceViewer, asked: DeviceFilters, sort: readonly string[], add: Add): string {
  const { by, direction } = requestedOrder(sort, ORDERS, '-soldOutAt')
  return `select c.device_id, c.seq, row_number() over (order by ${by} ${direction} nulls last, c.device_id ${direction}) as place
    from device_custody c join device d on d.id = c.device_id where ${conditions(viewer, asked, add).join(' and ')}`
}

/** All rows with names, newest device first or in the order that was asked for: for an export, which reads them through a cursor. */
export function allDevices(
  viewer: DeviceViewer,
  language: Language,
  asked: DeviceFilters,
  sort: readonly string[] = [],
): Statement<DeviceRow> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  if (sort.length > 0)
    return { text: `${shownSql(language, `(${sorted(viewer, asked, sort, add)}) f`)} order by f.place`, values }
  const text = `(${found(viewer, asked, { from: null, way: 'older' }, null, add)}) f`
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
  asked: DeviceFilters,
  { sort, limit, offset }: ListPlace & { readonly sort: readonly string[] },
): Promise<DeviceRow[]> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const text = `select device_id, seq from (${sorted(viewer, asked, sort, add)}) f order by place limit ${add(limit)} offset ${add(offset)}`
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
  asked: DeviceFilters,
  page: KeyedPlace & { readonly limit: number },
): Promise<DeviceRow[]> {
  const values: unknown[] = []
  const text = found(viewer, asked, page, page.limit, (value) => `$${values.push(value)}`)
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
export function deviceAt(viewer: DeviceViewer, asked: DeviceFilters, rows: number): Statement<{ id: string }> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const text = found(viewer, asked, { from: null, way: 'older' }, rows, add)
  return { text: `select f.device_id as id from (${text}) f offset ${add(rows - 1)}`, values }
}

/** The number of matches; counting stops at `most`. */
export function deviceCount(viewer: DeviceViewer, asked: DeviceFilters, most: number): Statement<{ total: number }> {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const where = conditions(viewer, asked, add).join(' and ')
  return {
    text: `select count(*)::int as total from (select ${fromOf(where)} where ${where} limit ${add(most)}) t`,
    values,
  }
}
