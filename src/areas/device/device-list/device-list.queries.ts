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
  status: 'h.status',
  heldFrom: 'c.from_at',
  soldOutAt: 'h.sold_out_at',
  activatedAt: 'h.activated_at',
} as const

type Add = (value: unknown) => string

const listOf = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value)

/** Numbers in stored form: without surrounding spaces, letters in capitals. */
export function numbersOf({ number }: DeviceFilters): readonly string[] {
  if (number === undefined || number === null) return []
  return [...new Set(listOf(number).flatMap((each) => each.toUpperCase().split(/\s+/u)))].filter((each) => each !== '')
}

/** Where rows come from: the interval `c` that is shown of a device, where the device is now (`h`), and conditions on both. */
interface Source {
  readonly from: string
  readonly where: readonly string[]
}

/** Where devices are now: `c` and `h` are the same row. */
function held(viewer: DeviceViewer, add: Add): Source {
  const scope = viewer.scope === 'all' ? [] : [`h.scope_id = any (${add(viewer.scope)}::int[])`]
  return { from: 'device_holding h cross join lateral (select h.*) c', where: scope }
}

/** For people limited to customers or stores: the last interval of each device that was theirs. */
function owned(viewer: DeviceViewer, own: readonly string[], add: Add): Source {
  const scope = viewer.scope === 'all' ? [] : [`p.scope_id = any (${add(viewer.scope)}::int[])`]
  const places = `select p.id from device_place p where ${[...scope, ...own].join(' and ')}`
  const columns = 'device_id, seq, place_id, customer_id, from_at'
  return {
    from: `(select distinct on (device_id) * from (
        select ${columns} from device_holding where place_id in (${places})
        union all select ${columns} from device_custody where place_id in (${places}) and customer_id is not null
      ) i order by device_id desc, seq desc) c join device_holding h on h.device_id = c.device_id`,
    where: [],
  }
}

/** Units of a frozen stock, as held then: for readers of its organisation, limited to their customers and stores. */
function frozen(viewer: DeviceViewer, { frozenBy, frozenLine }: DeviceFilters, add: Add): Source {
  const scope = viewer.scope === 'all' ? [] : [`s.scope_id = any (${add(viewer.scope)}::int[])`]
  const where = [
    `s.document_id = (select document_id from approval_instance where document_no = ${add(frozenBy)} limit 1)`,
    's.round = (select max(x.round) from device_snapshot x where x.document_id = s.document_id)',
    ...scope,
    ...(frozenLine ? [`s.line_no = ${add(frozenLine)}::int`] : []),
  ].join(' and ')
  return {
    from: `device_snapshot s join device_snapshot_unit u on u.snapshot_id = s.id join device_interval c on c.device_id = u.device_id and c.seq = u.custody_seq
      join device_holding h on h.device_id = c.device_id`,
    where: [where, ...ownIntervals(viewer, 'c', add)],
  }
}

function sourceOf(viewer: DeviceViewer, asked: DeviceFilters, add: Add): Source {
  if (asked.frozenBy) return frozen(viewer, asked, add)
  const own = ownIntervals(viewer, 'p', add)
  return own.length > 0 ? owned(viewer, own, add) : held(viewer, add)
}

function sourceWith(viewer: DeviceViewer, asked: DeviceFilters, add: Add): Source {
  const { skuCode, status, holderType, holderCode, customerCode } = asked
  const { activatedFrom, activatedTo, soldOutFrom, soldOutTo } = asked
  const numbers = numbersOf(asked)
  const given = (value: unknown) => value !== undefined && value !== null && value !== ''
  const { from, where } = sourceOf(viewer, asked, add)
  const place = (condition: string) => `c.place_id in (select id from device_place where ${condition})`
  return {
    from,
    where: [
      ...where,
      ...(numbers.length > 0
        ? [`c.device_id in (select device_id from device_number where number = any (${add(numbers)}::text[]))`]
        : []),
      ...(given(skuCode) ? [`h.sku_id = (select id from sku where code = ${add(skuCode)})`] : []),
      ...(given(status) ? [`h.status = any (${add(listOf(status!))}::text[])`] : []),
      ...(given(holderType) ? [place(`holder_type = any (${add(listOf(holderType!))}::text[])`)] : []),
      ...(given(holderCode) ? [place(`holder_code = ${add(holderCode)}`)] : []),
      ...(given(customerCode) ? [place(`customer_code = ${add(customerCode)}`)] : []),
      ...(given(activatedFrom) ? [`h.activated_at >= ${add(activatedFrom)}::timestamptz`] : []),
      ...(given(soldOutFrom) ? [`h.sold_out_at >= ${add(soldOutFrom)}::timestamptz`] : []),
      ...(given(soldOutTo) ? [`h.sold_out_at < ${add(soldOutTo)}::timestamptz`] : []),
      ...(given(activatedTo) ? [`h.activated_at < ${add(activatedTo)}::timestamptz`] : []),
    ],
  }
}

const whereOf = (conditions: readonly string[]) => (conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`)

function found(viewer: DeviceViewer, asked: DeviceFilters, place: KeyedPlace, limit: number | null, add: Add): string {
  const backwards = isBackwards(place)
  const { from, where } = sourceWith(viewer, asked, add)
  const beyond = place.from === null ? [] : [`c.device_id ${backwards ? '>' : '<'} ${add(place.from)}::bigint`]
  return `select c.device_id, c.seq from ${from}${whereOf([...where, ...beyond])} order by c.device_id ${backwards ? 'asc' : 'desc'}
    ${limit === null ? '' : `limit ${add(limit)}`}`
}

function shownSql(language: Language, found: string): string {
  const name = (of: string) => `${of}.name_${language}`
  return `select d.id, d.imei1, d.imei2, d.sn, d.sku_code as "skuCode", ${name('k')} as "skuName", h.status,
      c.holder_type as "holderType", c.holder_code as "holderCode", coalesce(${name('s')}, ${name('w')}, ${name('o')}) as "holderName",
      c.until is null as "isHolding", c.customer_code as "customerCode", ${name('u')} as "customerName", c.from_at as "heldFrom",
      h.activated_at as "activatedAt", a.country as "activationCountry", h.sold_out_at as "soldOutAt"
    from ${found}
    join device_interval c on c.device_id = f.device_id and c.seq = f.seq join device d on d.id = f.device_id join sku k on k.code = d.sku_code
    join device_holding h on h.device_id = f.device_id left join device_activation a on a.device_id = f.device_id
    left join customer u on u.code = c.customer_code
    left join customer o on c.holder_type in ('customer', 'dealer') and o.code = c.holder_code
    left join store s on c.holder_type = 'store' and s.code = c.holder_code
    left join warehouse w on c.holder_type = 'warehouse' and w.code = c.holder_code`
}

/** The matching intervals in an order of columns; without a value last. */
function sorted(viewer: DeviceViewer, asked: DeviceFilters, sort: readonly string[], add: Add): string {
  const { by, direction } = requestedOrder(sort, ORDERS, '-soldOutAt')
  const { from, where } = sourceWith(viewer, asked, add)
  return `select c.device_id, c.seq, row_number() over (order by ${by} ${direction} nulls last, c.device_id ${direction}) as place
    from ${from}${by.startsWith('d.') ? ' join device d on d.id = c.device_id' : ''}${whereOf(where)}`
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
  const { from, where } = sourceWith(viewer, asked, add)
  return {
    text: `select count(*)::int as total from (select from ${from}${whereOf(where)} limit ${add(most)}) t`,
    values,
  }
}
