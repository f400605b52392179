import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { AUDIT_KINDS } from '../auditing-wire.ts'
import { typesCalled } from './entry-names.server.ts'

// Newest first, from any position, as fast among ten million entries as among ten thousand: a position is an entry (an
// index finds what follows it, nothing before it is read), and filter combinations that an index answers are never
// scanned row by row. See decision 057 and `bench/audit.bench.ts`.

export type EntryFilters = Readonly<Record<string, unknown>>

const FILTERS = {
  request: 'e.request_id = $',
  subject: 'e.subject ~>=~ $ and e.subject ~<~ ($ || chr(1114111))',
  address: 'e.address = $',
  actor: 'e.actor_id = (select id from app_user where account = $)',
  behalf: 'e.behalf_of_id = (select id from app_user where account = $)',
  type: 'e.document_type = any ($::text[])',
  action: 'e.action = any ($::text[])',
  kind: 'e.kind = $',
  atFrom: 'e.at >= $::timestamptz',
  atTo: 'e.at < $::timestamptz',
} as const
type FilterName = keyof typeof FILTERS
export const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[]

/** Start of a page: after the entry `from`, or at one of the ends. */
export interface EntryCursor {
  readonly way: 'older' | 'newer' | 'oldest'
  readonly from: string | null
}

interface Found {
  readonly id: string
}
type Given = Readonly<Partial<Record<FilterName, string | readonly string[]>>>

function givenOf(asked: EntryFilters): Given {
  const given: Partial<Record<FilterName, string | readonly string[]>> = {}
  for (const name of FILTER_NAMES) {
    const value = asked[name]
    // The codes that the word of the filter means.
    if (Array.isArray(value)) given[name] = value as readonly string[]
    if (typeof value !== 'string' || value.trim() === '' || value.includes('\u0000')) continue
    given[name] = name === 'type' ? typesCalled(value.trim()) : value.trim()
  }
  return given
}

function conditions(given: Given, names: readonly FilterName[], values: unknown[]): string[] {
  return names.flatMap((name) =>
    given[name] === undefined ? [] : [FILTERS[name].replaceAll('$', `$${values.push(given[name])}`)],
  )
}

/** The filters as a condition of one statement. */
export function where(asked: EntryFilters, values: unknown[]): string {
  return conditions(givenOf(asked), FILTER_NAMES, values).join(' and ') || 'true'
}

function beyond({ way, from }: EntryCursor, values: unknown[]): string[] {
  if (from === null) return []
  const entry = `$${values.push(from)}::bigint`
  const sign = way === 'newer' ? '>' : '<'
  return [`(e.at, e.id) ${sign} ((select c.at from audit_entry c where c.id = ${entry}), ${entry})`]
}

const direction = ({ way }: EntryCursor): 'asc' | 'desc' => (way === 'older' ? 'desc' : 'asc')
const ordered = (way: 'asc' | 'desc'): string => `order by e.at ${way}, e.id ${way}`

const WIDE: readonly FilterName[] = ['actor', 'address']
const NARROW: readonly FilterName[] = ['request', 'subject', 'behalf', 'action']

/** Whether an index answers all filters: who, where, what, kind and time, in any combination. */
function isIndexed(given: Given): boolean {
  return NARROW.every((name) => given[name] === undefined)
}

/**
 * The index ranges that match: for each existing type and kind, `piece` selects from it. Types and kinds without a
 * filter are found by stepping through the index, from each pair to the next.
 */
function pieces(given: Given, values: unknown[], piece: (held: string) => string): string {
  const lead = conditions(given, WIDE, values)
  const kinds = `$${values.push(given.kind === undefined ? AUDIT_KINDS : [given.kind])}::text[]`
  const held = (type: string) => [...lead, type, 'e.kind = p.kind'].join(' and ')
  const typed = `cross join lateral (${piece(held('e.document_type = p.type'))}) e`
  if (given.type !== undefined) {
    const types = `$${values.push(given.type)}::text[]`
    return `select e.* from (select type, kind from unnest(${types}) type, unnest(${kinds}) kind) p ${typed}`
  }
  const step = (more: string) =>
    `select e.document_type as type, e.kind from audit_entry e where ${[...lead, more].join(' and ')} order by e.document_type, e.kind limit 1`
  return `
    with recursive pairs as (
      (${step('e.document_type is not null')})
      union all
      select n.* from pairs p cross join lateral (${step('(e.document_type, e.kind) > (p.type, p.kind)')}) n
    )
    select e.* from (select * from pairs where kind = any (${kinds})) p ${typed}
    union all
    select e.* from unnest(${kinds}) p (kind) cross join lateral (${piece(held('e.document_type is null'))}) e`
}

/** It contains every column of the order, so that the index provides the order. */
function indexedPage(given: Given, limit: number, place: EntryCursor): Statement<Found> {
  const values: unknown[] = []
  const way = direction(place)
  const times = [...conditions(given, ['atFrom', 'atTo'], values), ...beyond(place, values)]
  const most = `limit $${values.push(limit)}`
  const isAll = [...WIDE, 'type', 'kind'].every((name) => given[name as FilterName] === undefined)
  if (isAll) {
    const text = `select e.id::text from audit_entry e where ${times.join(' and ') || 'true'} ${ordered(way)} ${most}`
    return { text, values }
  }
  const piece = (held: string) =>
    `select e.id, e.at from audit_entry e where ${[held, ...times].join(' and ')}
     order by e.document_type ${way}, e.kind ${way}, e.at ${way}, e.id ${way} ${most}`
  return { text: `select e.id::text from (${pieces(given, values, piece)}) e ${ordered(way)} ${most}`, values }
}

/** Entries scanned from the position before anything else is tried. */
const LOOKED_THROUGH = 5_000

/** Frequent and recent matches are found by scanning. */
function nearPage(given: Given, limit: number, place: EntryCursor): Statement<Found> {
  const values: unknown[] = []
  const way = direction(place)
  const times = [...conditions(given, ['atFrom', 'atTo'], values), ...beyond(place, values)]
  const near = `select e.* from audit_entry e where ${times.join(' and ') || 'true'} ${ordered(way)} limit ${LOOKED_THROUGH}`
  const all = conditions(given, FILTER_NAMES, values).join(' and ')
  return {
    text: `select e.id::text from (${near}) e where ${all} ${ordered(way)} limit $${values.push(limit)}`,
    values,
  }
}

/** Rare or old matches are found by their indexes and sorted; `offset 0` keeps the order out of the choice of the index. */
function farPage(given: Given, limit: number, place: EntryCursor): Statement<Found> {
  const values: unknown[] = []
  const way = direction(place)
  const all = [...conditions(given, FILTER_NAMES, values), ...beyond(place, values)].join(' and ')
  const found = `select e.id, e.at from audit_entry e where ${all} offset 0`
  return { text: `select e.id::text from (${found}) e ${ordered(way)} limit $${values.push(limit)}`, values }
}

/** A number, a request, a principal: mostly few entries have it, which is soon known. */
async function isNarrow(tx: Tx, given: Given): Promise<boolean> {
  const first = NARROW.find((name) => given[name] !== undefined)
  if (first === undefined) return false
  const values: unknown[] = []
  const [narrow] = conditions(given, [first], values)
  const text = `select count(*)::int as total from (select from audit_entry e where ${narrow} limit ${LOOKED_THROUGH}) e`
  const found = await tx.first({ text, values } as Statement<{ total: number }>)
  return (found?.total ?? 0) < LOOKED_THROUGH
}

async function find(tx: Tx, given: Given, limit: number, place: EntryCursor): Promise<readonly string[]> {
  const ids = async (statement: Statement<Found>) => (await tx.rows(statement)).map(({ id }) => id)
  if (isIndexed(given)) return await ids(indexedPage(given, limit, place))
  const near = (await isNarrow(tx, given)) ? [] : await ids(nearPage(given, limit, place))
  if (near.length === limit) return near
  return await ids(farPage(given, limit, place))
}

export interface FoundPage {
  /** Newest first. */
  readonly ids: readonly string[]
  readonly hasNewer: boolean
  readonly hasOlder: boolean
}

/** The ids of a page. Going to newer entries beyond the end shows the full newest page, not a partial one. */
export async function findPage(tx: Tx, asked: EntryFilters, limit: number, place: EntryCursor): Promise<FoundPage> {
  const given = givenOf(asked)
  const found = await find(tx, given, limit + 1, place)
  const isMore = found.length > limit
  const ids = found.slice(0, limit)
  if (place.way === 'older') return { ids, hasNewer: place.from !== null, hasOlder: isMore }
  if (place.way === 'oldest') return { ids: ids.toReversed(), hasNewer: isMore, hasOlder: false }
  if (!isMore) return await findPage(tx, asked, limit, { way: 'older', from: null })
  return { ids: ids.toReversed(), hasNewer: true, hasOlder: true }
}

/** Number of matches, up to `most`. */
export async function countFound(tx: Tx, asked: EntryFilters, most: number): Promise<number> {
  const given = givenOf(asked)
  const values: unknown[] = []
  const total = async (found: string) => {
    // Planned by itself for all matches, and still read only as far as it is counted.
    const text = `with found as materialized (${found}) select count(*)::int as total from (select from found limit $${values.push(most)}) e`
    return (await tx.first({ text, values } as Statement<{ total: number }>))?.total ?? 0
  }
  if (isIndexed(given) && Object.keys(given).some((name) => !name.startsWith('at'))) {
    const times = conditions(given, ['atFrom', 'atTo'], values)
    const piece = (held: string) =>
      `select e.id from audit_entry e where ${[held, ...times].join(' and ')}
       order by e.document_type, e.kind, e.at, e.id limit ${most}`
    return await total(`select from (${pieces(given, values, piece)}) e`)
  }
  return await total(`select from audit_entry e where ${where(asked, values)}`)
}
