import { ownIntervals, type DeviceViewer, viewerValues } from '../device-detail/viewer.server.ts'

// Which devices the list reads: where rows come from, and the conditions of its filters.

/** Filters of the list; numbers are IMEIs and serial numbers. */
export interface DeviceFilters {
  readonly number?: string | readonly string[] | null
  readonly skuCode?: string | null
  readonly status?: string | readonly string[] | null
  readonly holderType?: string | readonly string[] | null
  readonly holderCode?: string | null
  readonly customerCode?: string | null
  /** Where it is, or was sold. */
  readonly storeCode?: string | null
  /** One or several. */
  readonly cartonSn?: string | readonly string[] | null
  readonly palletSn?: string | readonly string[] | null
  /** Number of a document that froze a stock: its units as held then; optionally of one of its lines. */
  readonly frozenBy?: string | null
  readonly frozenLine?: number | null
  /** Days, to before the last one. */
  readonly activatedFrom?: string | null
  readonly activatedTo?: string | null
  readonly soldOutFrom?: string | null
  readonly soldOutTo?: string | null
}

export type Add = (value: unknown) => string

export const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value
export const isGiven = <T>(value: T | null | undefined | ''): value is T =>
  value !== undefined && value !== null && value !== ''

/** Numbers in stored form: without surrounding spaces, letters in capitals. */
const storedNumbers = (given: string | readonly string[] | null | undefined): readonly string[] =>
  isGiven(given)
    ? [...new Set(listOf(given).flatMap((each) => each.toUpperCase().split(/\s+/u)))].filter((each) => each !== '')
    : []

export const numbersOf = ({ number }: DeviceFilters): readonly string[] => storedNumbers(number)

/** Where rows come from: the interval `c` that is shown of a device, where the device is now (`h`), and conditions on both. */
export interface DeviceSource {
  readonly from: string
  readonly where: readonly string[]
}

/** Where devices are now: `c` and `h` are the same row. */
export const HELD = 'device_holding h cross join lateral (select h.*) c'

function held(viewer: DeviceViewer, add: Add): DeviceSource {
  const scope = viewer.scope === 'all' ? [] : [`h.scope_id = any (${add(viewer.scope)}::int[])`]
  return { from: HELD, where: scope }
}

/** Places of the reader's organisations, customers and stores. */
function ownPlaces(viewer: DeviceViewer, add: Add): string {
  const scope = viewer.scope === 'all' ? [] : [`p.scope_id = any (${add(viewer.scope)}::int[])`]
  return `select p.id from device_place p where ${[...scope, ...ownIntervals(viewer, 'p', add)].join(' and ')}`
}

/** `any` of the places that a reader may see devices of. */
export const anyPlace = (viewer: DeviceViewer, add: Add): string => `any (array(${ownPlaces(viewer, add)}))`

/**
 * Devices that customers had and no longer have: the last interval of each. A device that left its customer has no later interval there, unless it came
 * back, so only what left is looked through, and not all that each device did at the customer.
 */
export const leftCustomers = (places: string): DeviceSource => ({
  from: 'device_custody c join device_holding h on h.device_id = c.device_id',
  where: [
    'c.left_customer',
    `c.place_id = ${places}`,
    `not h.place_id = ${places}`,
    `not exists (select from device_custody n where n.device_id = c.device_id and n.seq > c.seq and n.left_customer and n.place_id = ${places})`,
  ],
})

/** Whether the reader is limited to customers alone: of their stores they see every one. */
export function isOfCustomers(viewer: DeviceViewer): boolean {
  const [, customers, stores] = viewerValues(viewer)
  return customers !== null && stores === null
}

const COLUMNS = 'c.device_id, c.seq, c.place_id, c.customer_id, c.from_at'

/** For people limited to customers: what those have, and what they had. */
function ofCustomers(viewer: DeviceViewer, add: Add): string {
  const places = anyPlace(viewer, add)
  const customers = `c.customer_id = any (array(select id from customer where code = any (${add(viewerValues(viewer)[1])}::text[])))`
  const left = leftCustomers(places)
  return `select ${COLUMNS} from device_holding c${whereOf([customers, `c.place_id = ${places}`])}
    union all select ${COLUMNS} from ${left.from}${whereOf([customers, ...left.where])}`
}

/** For people limited to stores: the last interval of each device that was in them. */
function ofStores(viewer: DeviceViewer, add: Add): string {
  const places = ownPlaces(viewer, add)
  const customers = `select c.id from customer c where c.code in (select x.customer_code from device_place x where x.id in (${places}))`
  return `select distinct on (device_id) * from (
      select ${COLUMNS} from device_holding c where c.place_id = any (array(${places}))
      union all select ${COLUMNS} from device_custody c where c.customer_id = any (array(${customers})) and c.place_id = any (array(${places}))
    ) i order by device_id desc, seq desc`
}

function owned(viewer: DeviceViewer, add: Add): DeviceSource {
  const intervals = isOfCustomers(viewer) ? ofCustomers(viewer, add) : ofStores(viewer, add)
  return { from: `(${intervals}) c join device_holding h on h.device_id = c.device_id`, where: [] }
}

/** Units of a frozen stock, as held then: for readers of its organisation, limited to their customers and stores. */
function frozen(viewer: DeviceViewer, { frozenBy, frozenLine }: DeviceFilters, add: Add): DeviceSource {
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

export function sourceOf(viewer: DeviceViewer, filters: DeviceFilters, add: Add): DeviceSource {
  if (filters.frozenBy) return frozen(viewer, filters, add)
  const [, customers, stores] = viewerValues(viewer)
  return customers === null && stores === null ? held(viewer, add) : owned(viewer, add)
}

type Filter = Exclude<keyof DeviceFilters, 'frozenBy' | 'frozenLine'>

const inPlaces = (condition: string) => `c.place_id in (select id from device_place where ${condition})`
/** Found first, whatever the order: a list that PostgreSQL expects to be short is looked up by its ids. */
const ofUnits = (units: string) => `c.device_id = any (array(${units}))`

/** The condition of each filter on an interval `c` and its device's present row `h`. */
const CONDITIONS: Readonly<Record<Filter, (value: string | readonly string[], add: Add) => string>> = {
  number: (value, add) =>
    ofUnits(`select device_id from device_number where number = any (${add(storedNumbers(value))}::text[])`),
  skuCode: (value, add) => `h.sku_id = (select id from sku where code = ${add(value)})`,
  status: (value, add) => `h.status = any (${add(listOf(value))}::text[])`,
  holderType: (value, add) => inPlaces(`holder_type = any (${add(listOf(value))}::text[])`),
  holderCode: (value, add) => inPlaces(`holder_code = ${add(value)}`),
  customerCode: (value, add) => `c.customer_id = (select id from customer where code = ${add(value)})`,
  storeCode: (value, add) => inPlaces(`store_code = ${add(value)}`),
  cartonSn: (value, add) =>
    ofUnits(`select id from device where carton_sn = any (${add(storedNumbers(value))}::text[])`),
  palletSn: (value, add) =>
    ofUnits(`select id from device where pallet_sn = any (${add(storedNumbers(value))}::text[])`),
  activatedFrom: (value, add) => `h.activated_on >= ${add(value)}::date`,
  activatedTo: (value, add) => `h.activated_on < ${add(value)}::date`,
  soldOutFrom: (value, add) => `h.sold_out_at >= ${add(value)}::timestamptz`,
  soldOutTo: (value, add) => `h.sold_out_at < ${add(value)}::timestamptz`,
}

/** The conditions of the filters that are given, but for those that something else answers. */
export function conditionsOf(filters: DeviceFilters, add: Add, except: readonly Filter[] = []): readonly string[] {
  return (Object.keys(CONDITIONS) as Filter[]).flatMap((name) => {
    const value = filters[name]
    return isGiven(value) && value.length > 0 && !except.includes(name) ? [CONDITIONS[name](value, add)] : []
  })
}

export function sourceWith(viewer: DeviceViewer, filters: DeviceFilters, add: Add): DeviceSource {
  const { from, where } = sourceOf(viewer, filters, add)
  return { from, where: [...where, ...conditionsOf(filters, add)] }
}

export const whereOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
