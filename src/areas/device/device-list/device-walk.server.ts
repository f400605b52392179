import { isBackwards, type KeyedPlace } from '#kernel/engine/document/list/keyed-page.ts'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { viewerValues, type DeviceViewer } from '../device-detail/viewer.server.ts'
import {
  type Add,
  conditionsOf,
  type DeviceFilters,
  HELD,
  isGiven,
  listOf,
  ownOf,
  ownPlaces,
  sourceWith,
  whereOf,
} from './device-source.server.ts'

// A page of the newest devices: an index has the order only within one organisation, state, place or day, so each of those is walked by itself
// and the walks are merged (the way of decision 073). Of a country that has long been quiet no other country's devices are read.

/** More walks than this cost more than reading the devices in their order. */
const MOST_WALKS = 2_000

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
  for (let day = activatedFrom; day < activatedTo && days.length <= MOST_WALKS; day = dayAfter(day)) days.push(day)
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

const isOfDays = (viewer: DeviceViewer, filters: DeviceFilters): boolean => {
  const [days, reach] = [daysOf(filters).length, viewer.scope === 'all' ? 100 : viewer.scope.length]
  return days > 0 && days * reach <= MOST_WALKS
}

/** Whether an index has no order for these filters and this reader, so that what matches is walked piece by piece. */
function isWalked(viewer: DeviceViewer, filters: DeviceFilters): boolean {
  const { number, cartonSn, palletSn, customerCode, frozenBy, status, holderType, skuCode } = filters
  const [, customers, stores] = viewerValues(viewer)
  if (customers !== null || stores !== null) return false
  if ([number, cartonSn, palletSn, frozenBy].some(hasAny)) return false
  if (isOfPlaces(filters)) return true
  if (isGiven(customerCode)) return false
  return viewer.scope !== 'all' || isOfDays(viewer, filters) || [status, holderType, skuCode].some(hasAny)
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
  if (isOfDays(viewer, filters)) return by('activated_on', 'date', daysOf(filters), ['activatedFrom', 'activatedTo'])
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

const isOwnWalked = (viewer: DeviceViewer, { number, frozenBy }: DeviceFilters): boolean =>
  viewerValues(viewer)[1] !== null && !hasAny(number) && !isGiven(frozenBy)

/** For people limited to customers: the last interval of each device that was theirs, customer by customer. */
function walkedOwn(viewer: DeviceViewer, filters: DeviceFilters, add: Add, { beyond, order, limit }: Limits) {
  const [, customers] = viewerValues(viewer)
  const places = ownPlaces(viewer, ownOf(viewer, add), add)
  const of = (table: string) => `select i.device_id, i.seq, i.place_id, i.customer_id, i.from_at from ${table} i
        where i.customer_id = g.customer_id and i.place_id in (${places})${beyond.map((each) => ` and ${each.replace(/^c\./, 'i.')}`).join('')}`
  const later = `select from device_custody n where n.device_id = c.device_id and n.seq > c.seq and n.place_id in (${places})
      union all select from device_holding n where n.device_id = c.device_id and n.seq > c.seq and n.place_id in (${places})`
  const where = [...conditionsOf(filters, add), `not exists (${later})`]
  return `select w.device_id, w.seq from (select id as customer_id from customer where code = any (${add(customers)}::text[])) g cross join lateral (
      select c.device_id, c.seq from (${of('device_holding')} union all ${of('device_custody')}) c join device_holding h on h.device_id = c.device_id
      ${whereOf(where)} order by c.device_id ${order} limit ${limit}) w
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
    if (isOwnWalked(viewer, filters)) return walkedOwn(viewer, filters, add, limits())
  }
  const { from, where } = sourceWith(viewer, filters, add)
  return `select c.device_id, c.seq from ${from}${whereOf([...where, ...beyond])} order by c.device_id ${order}
    ${limit === null ? '' : `limit ${add(limit)}`}`
}
