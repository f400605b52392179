import { limitMark } from '#kernel/platform/access/limits.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { cutPage, isBackwards, type KeyedPlace } from '#kernel/engine/document/list/keyed-page.ts'
import type { FundsList } from '../lists/funds.list.ts'
import {
  balanceSums,
  farCount,
  farKeys,
  type FlowAsked,
  flowBoundary,
  type FlowBounds,
  type FlowKey,
  type FlowPage,
  hasFar,
  movedSums,
  nearCount,
  nearKeys,
} from './flow.queries.ts'
import { type ListFilters, flowRows } from '../lists/funds-list.queries.ts'
import type { ListReader } from '../lists/list-sources.server.ts'

/** Beyond it nobody counts: the filters narrow. */
export const MOST_COUNTED = 10_000
/** Each movement has its counterpart in an account of the operating unit: so many hold that many of customers, and some more. */
const COUNTED_NEAR = 25_000
const NEWEST: KeyedPlace = { from: null, way: 'older' }

/** The range of journals that may be of the days; null: there are none. */
async function boundsOf(tx: Tx, { atFrom, atTo }: FlowAsked): Promise<FlowBounds | null> {
  const [first, before] = await Promise.all([
    atFrom ? tx.first(flowBoundary(atFrom, false)) : null,
    atTo ? tx.first(flowBoundary(atTo, true)) : null,
  ])
  return first && first.id === null ? null : { first: first?.id ?? null, before: before?.id ?? null }
}

/** One customer has few movements, so they are read at once. */
const isNarrow = (reader: ListReader, { customerCode }: FlowAsked): boolean =>
  Boolean(customerCode) || limitMark(reader.principal) !== null

/** Otherwise the nearest are scanned first. */
async function keysOf(tx: Tx, reader: ListReader, page: FlowPage): Promise<FlowKey[]> {
  if (isNarrow(reader, page.asked)) return await tx.rows(farKeys(reader, page))
  const near = await tx.rows(nearKeys(reader, page))
  if (near.length === page.limit || !(await tx.first(hasFar(page)))?.far) return near
  return await tx.rows(farKeys(reader, page))
}

/** A page of movements by key, and whether more lie beyond it. */
export async function flowPage(
  tx: Tx,
  list: FundsList,
  reader: ListReader,
  asked: ListFilters,
  place: KeyedPlace,
  limit: number,
) {
  const bounds = await boundsOf(tx, asked)
  const found = bounds ? await keysOf(tx, reader, { asked, place, bounds, limit: limit + 1 }) : []
  const { records: keys, edges } = cutPage(isBackwards(place) ? found.toReversed() : found, limit, place)
  return { records: keys.length === 0 ? [] : await tx.rows(flowRows(list, reader, keys)), edges }
}

/** Key of the movement that is so many after the newest. */
export async function flowAt(tx: Tx, reader: ListReader, asked: ListFilters, rows: number): Promise<string | null> {
  const bounds = await boundsOf(tx, asked)
  const found = bounds ? await keysOf(tx, reader, { asked, place: NEWEST, bounds, limit: rows }) : []
  const key = found[rows - 1]
  return key ? `${key.journal_id}-${key.position}` : null
}

/** How many movements match, up to one above the bound: among the newest, where there are as many, else account by account. */
export async function countFlow(tx: Tx, reader: ListReader, asked: ListFilters): Promise<number> {
  const bounds = await boundsOf(tx, asked)
  return bounds ? await counted(tx, reader, { asked, place: NEWEST, bounds }) : 0
}

async function counted(tx: Tx, reader: ListReader, given: Omit<FlowPage, 'limit'>): Promise<number> {
  if (!isNarrow(reader, given.asked)) {
    const near = (await tx.first(nearCount(reader, given, COUNTED_NEAR)))?.total ?? 0
    if (near > MOST_COUNTED || !(await tx.first(hasFar(given, COUNTED_NEAR)))?.far) return near
  }
  return (await tx.first(farCount(reader, given, MOST_COUNTED + 1)))?.total ?? 0
}

/** What the matching movements come to, a record a currency; none where days leave more of them than are counted. */
export async function sumFlow(
  tx: Tx,
  reader: ListReader,
  asked: ListFilters,
  kept: (statement: Statement<Record<string, unknown>>) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { atFrom, atTo }: FlowAsked = asked
  if (!atFrom && !atTo) return await kept(balanceSums(reader, asked))
  const bounds = await boundsOf(tx, asked)
  if (!bounds || (await counted(tx, reader, { asked, place: NEWEST, bounds })) > MOST_COUNTED) return []
  return await tx.rows(movedSums(reader, { asked, bounds }))
}
