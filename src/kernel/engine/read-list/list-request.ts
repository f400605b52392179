import { endOfPeriod } from '#kernel/base/clock/period.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Reader } from '#kernel/platform/exports/list-export.ts'
import type { ListRequest } from '#kernel/platform/http/paging.ts'
import { requestErrors } from '#kernel/platform/http/request.errors.ts'
import { countedTotal } from '#kernel/platform/http/totals.ts'
import { MOST_SORTED, type ReadList } from './read-list.ts'
import type { Keyed, ListQuery, ListServing, Numbered } from './serving.ts'

export interface Given {
  readonly body?: unknown
  readonly params?: unknown
}

/** The request of a reader, with the object that its path names. */
export async function queryOf<Values, Within>(
  { filters }: Pick<ReadList, 'filters'>,
  { within, check }: ListServing<Values, Within>,
  tx: Tx,
  { principal, language, now }: Reader,
  { body, params }: Given,
): Promise<ListQuery<Values, Within>> {
  const { page: _page, limit: _limit, sort = [], from: _from, way: _way, ...rest } = body as ListRequest
  const asked = withEnds(filters, rest) as Values
  const reader = { principal, language, now }
  const found = (await within?.(tx, reader, (params ?? {}) as Readonly<Record<string, string>>, asked)) as Within
  check?.(asked)
  return { ...reader, asked, sort, within: found }
}

/** Periods half-open, as queries read them: the second that ends one is within it. */
function withEnds(filters: ReadList['filters'], given: Readonly<Record<string, unknown>>): object {
  const ends = filters.flatMap(({ kind, name }) => {
    const end = given[`${name}To`]
    return kind === 'dates' && typeof end === 'string' ? [[`${name}To`, endOfPeriod(end)] as const] : []
  })
  return { ...given, ...Object.fromEntries(ends) }
}

/**
 * How many rows are sorted without an index, null for an order of one. Refuses more than the list sorts. A total that is kept is not
 * counted anew for each page; a file is made in a transaction that cannot keep one.
 */
export async function rowsToSort<Row, Values, Within, Found>(
  list: ReadList<Row>,
  serving: Numbered<Values, Within, Found> | Keyed<Values, Within, Found>,
  tx: Tx,
  query: ListQuery<Values, Within>,
  isForFile = false,
): Promise<number | null> {
  const by = query.sort[0]?.replace(/^-/, '')
  const column = list.columns.find(({ key, isSorted }) => by === (isSorted === true ? key : isSorted))
  if (!column?.isSortBounded) return null
  const isKeyed = 'keyedPage' in serving
  const most = (isKeyed ? undefined : serving.mostSorted?.(query)) ?? MOST_SORTED
  const total = isKeyed
    ? await serving.counted(tx, query, most + 1)
    : isForFile
      ? Number((await tx.first(serving.count(query)))?.total ?? 0)
      : (await countedTotal(tx, serving.address(query), serving.count(query))).recordTotal
  if (total > most)
    throw new Refused(requestErrors.tooManyToSort({ most: most.toLocaleString('en-US') }, { field: 'sort' }))
  return total
}
