import { isBackwards, type KeyedPlace } from '#kernel/engine/document/list/keyed-page.ts'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { viewerValues, type DeviceViewer } from '../device-detail/viewer.server.ts'
import {
  type Add,
  anyPlace,
  conditionsOf,
  type DeviceFilters,
  HELD,
  isGiven,
  isOfCustomers,
  leftCustomers,
  listOf,
  sourceWith,
  whereOf,
} from './device-source.server.ts'

// A page of the newest devices: an index has the order only within one organisation, state, place or day, so each of those is walked by itself
// and the walks are merged (the way of decision 073). Of a country that has long been quiet no other country's devices are read.

/** More days than this are not walked one by one. */
const MOST_DAYS = 1_000
/** So many days of countries are walked one by one; of more, the days alone. */
const MOST_WALKS = 200

/** What is walked one by one (a row of `g` each), and which filters that answers. */
interface Walk {
  readonly each: string
  readonly on: string
  readonly answers: Parameters<typeof conditionsOf>[2]
}

/** The days of a filter, where it names both ends. */
function daysOf({ activatedFrom, activatedTo }: DeviceFilters): readonly string[] {
  if (!isGiven(activatedFrom) || !isGiven(activatedTo)) return []
  const days: string[] = []
  for (let day = activatedFrom; day < activatedTo && days.length <= MOST_DAYS; day = dayAfter(day)) days.push(day)
  return days
}

function placesOf({ holderCode, holderType, storeCode }: DeviceFilters, scopes: string | null, add: Add): string {
  const conditions = [
    ...(scopes === null ? [] : [`p.scope_id = any (${scopes})`]),
    ...(isGiven(holderCode) ? [`p.holder_code = ${add(holderCode)}`] : []),
    ...(isGiven(holderType) ? [`p.holder_type = any (${add(listOf(holderType))}::text[])`] : []),
    ...(isGiven(storeCode) ? [`p.store_code = ${add(storeCode)}`] : []),
  ]
  return `select p.id as place_id from device_place p where ${conditions.join(' and ')}`
}

const isOfPlaces = ({ holderCode, storeCode }: DeviceFilters): boolean =>
  // A consumer has one place for each store.
  (isGiven(holderCode) && holderCode !== '-') || isGiven(storeCode)

const hasAny = (value: string | readonly string[] | null | undefined): value is string | readonly string[] =>
  isGiven(value) && value.length > 0

const isOfDays = (filters: DeviceFilters): boolean => {
  const days = daysOf(filters).length
  return days > 0 && days <= MOST_DAYS
}

/** Whether an index has no order for these filters and this reader, so that what matches is walked piece by piece. */
function isWalked(viewer: DeviceViewer, filters: DeviceFilters): boolean {
  const { number, cartonSn, palletSn, customerCode, frozenBy, status, holderType, skuCode } = filters
  const [, customers, stores] = viewerValues(viewer)
  if (customers !== null || stores !== null) return false
  if ([number, cartonSn, palletSn, frozenBy].some(hasAny)) return false
  if (isOfPlaces(filters)) return true
  if (isGiven(customerCode)) return false
  return viewer.scope !== 'all' || isOfDays(filters) || [status, holderType, skuCode].some(hasAny)
}

/** What is walked, the most selective way first. */
function walkOf(viewer: DeviceViewer, filters: DeviceFilters, add: Add): Walk {
  const { status, holderType } = filters
  const scopes = viewer.scope === 'all' ? null : `${add(viewer.scope)}::int[]`
  if (isOfPlaces(filters))
    return {
      each: placesOf(filters, scopes, add),
      on: 'h.place_id = g.place_id',
      answers: ['holderCode', 'holderType', 'storeCode'],
    }
  const scope = scopes === null ? 'select id from organisation' : `select unnest(${scopes})`
  const by = (column: string, type: string, values: readonly string[], answers: Walk['answers']): Walk => ({
    each: `select s.id as scope_id, v.one from (${scope}) s (id) cross join unnest(${add(values)}::${type}[]) v (one)`,
    on: `h.scope_id = g.scope_id and h.${column} = g.one`,
    answers,
  })
  const days = isOfDays(filters) ? daysOf(filters) : []
  const answers: Walk['answers'] = ['activatedFrom', 'activatedTo']
  if (days.length > 0 && (viewer.scope === 'all' || days.length * viewer.scope.length > MOST_WALKS))
    return {
      each: `select one from unnest(${add(days)}::date[]) v (one)`,
      on: `h.activated_on = g.one${scopes === null ? '' : ` and h.scope_id = any (${scopes})`}`,
      answers,
    }
  if (days.length > 0) return by('activated_on', 'date', days, answers)
  if (hasAny(status)) return by('status', 'text', listOf(status), ['status'])
  if (hasAny(holderType)) return by('holder_type', 'text', listOf(holderType), ['holderType'])
  return { each: `select s.id as scope_id from (${scope}) s (id)`, on: 'h.scope_id = g.scope_id', answers: [] }
}

interface Limits {
  readonly beyond: readonly string[]
  readonly order: 'asc' | 'desc'
  readonly limit: string
}

function walked({ each, on, answers }: Walk, filters: DeviceFilters, add: Add, { beyond, order, limit }: Limits) {
  const where = [on, ...conditionsOf(filters, add, answers), ...beyond]
  return `select w.device_id, w.seq from (${each}) g cross join lateral (
      select h.device_id, h.seq from ${HELD}${whereOf(where)} order by h.device_id ${order} limit ${limit}) w
    order by w.device_id ${order} limit ${limit}`
}

/** For people limited to customers: customer by customer, what each has and what it had. */
function walkedOwn(viewer: DeviceViewer, filters: DeviceFilters, add: Add, { beyond, order, limit }: Limits) {
  const [, customers] = viewerValues(viewer)
  const places = anyPlace(viewer, add)
  const own = ['c.customer_id = g.customer_id', ...conditionsOf(filters, add), ...beyond]
  const left = leftCustomers(places)
  const walk = (from: string, where: readonly string[]) =>
    `(select c.device_id, c.seq from ${from}${whereOf([...own, ...where])} order by c.device_id ${order} limit ${limit})`
  return `select w.device_id, w.seq from (select id as customer_id from customer where code = any (${add(customers)}::text[])) g cross join lateral (
      ${walk(HELD, [`c.place_id = ${places}`])} union all ${walk(left.from, left.where)}) w
    order by w.device_id ${order} limit ${limit}`
}

/** The intervals to show, in the order of their devices. */
export function found(
  viewer: DeviceViewer,
  filters: DeviceFilters,
  place: KeyedPlace,
  limit: number | null,
  add: Add,
): string {
  const order = isBackwards(place) ? 'asc' : 'desc'
  const beyond = place.from === null ? [] : [`c.device_id ${order === 'asc' ? '>' : '<'} ${add(place.from)}::bigint`]
  if (limit !== null) {
    const limits = () => ({ beyond, order, limit: add(limit) }) as const
    if (isWalked(viewer, filters)) return walked(walkOf(viewer, filters, add), filters, add, limits())
    if (isOfCustomers(viewer) && !isGiven(filters.frozenBy)) return walkedOwn(viewer, filters, add, limits())
  }
  const { from, where } = sourceWith(viewer, filters, add)
  return `select c.device_id, c.seq from ${from}${whereOf([...where, ...beyond])} order by c.device_id ${order}
    ${limit === null ? '' : `limit ${add(limit)}`}`
}
