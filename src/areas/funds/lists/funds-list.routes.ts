import { Type } from 'typebox'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { keptSums, serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { summedColumns } from '#kernel/engine/read-list/read-list.ts'
import type { Reader } from '#kernel/platform/exports/list-export.ts'
import type { TotalAddress } from '#kernel/platform/http/totals.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type FundsList, FUNDS_LISTS, type FundsRow } from './funds.list.ts'
import { pageTexts } from '../locale/page-texts.ts'
import { countFlow, flowAt, flowPage, MOST_COUNTED, sumFlow } from '../flow/flow-page.server.ts'
import { type ListFilters, listCount, listRows, listSums, readList } from './funds-list.queries.ts'
import type { ListReader } from './list-sources.server.ts'

/** Documents that move funds declare this kind, so that totals are counted anew. */
export const FUNDS_KIND = 'funds'

/** A day that does not exist is the caller's mistake. */
function requireDays({ filters }: FundsList, asked: ListFilters): void {
  for (const { name } of filters.filter(({ kind }) => kind === 'dates')) {
    for (const field of [`${name}From`, `${name}To`]) {
      const value = asked[field]
      if (typeof value !== 'string' || value === '') continue
      if (!isDay(value.slice(0, 10)) || value.startsWith('0000') || Number.isNaN(Date.parse(value)))
        throw new Refused(httpErrors.invalidField({ field, reason: 'invalid' }, { field }))
    }
  }
}

type Query = ListQuery<ListFilters, undefined>

const readerOf = ({ principal, language, now }: Reader): ListReader => ({
  principal,
  language,
  today: dayIn(principal.timezone, now),
})

/** Wire form: instants are texts. */
function wire(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  )
}

/** The parts that every list of funds has. */
function sharedOf(list: FundsList) {
  return {
    texts: { fundsPage: pageTexts },
    check: (asked: ListFilters) => requireDays(list, asked),
    key: 'id',
    rows: (query: Query) => listRows(list, readerOf(query), query.asked, query.sort),
    count: (query: Query) => listCount(list, readerOf(query), query.asked),
  }
}

/** Of what totals are kept. */
const addressOf = (list: FundsList, { principal, now, asked }: Query): TotalAddress => ({
  kind: FUNDS_KIND,
  filters: [list.of, dayIn(principal.timezone, now), asked, limitMark(principal)],
  scope: principal.scope,
})

function numbered(list: FundsList) {
  const title = pageTexts.en.lists[list.of]
  return serveList<FundsRow, ListFilters>(list, {
    ...sharedOf(list),
    summaries: { page: `${title}: a page`, count: `${title}: how many match` },
    address: (query: Query) => addressOf(list, query),
    page: async (tx, query, place) =>
      (await readList(tx, list, readerOf(query), query.asked, query.sort, place)).map(wire),
    ...(summedColumns(list).length === 0
      ? {}
      : {
          sums: {
            summary: `${title}: totals, one record a currency; dear ones may be up to a minute old`,
            read: (tx, query, address) => keptSums(tx, address, listSums(list, readerOf(query), query.asked)),
          },
        }),
  })
}

/** Movements are walked by their keys: no numbered pages, no other order, a total up to its own bound. */
function keyed(list: FundsList) {
  const title = pageTexts.en.lists[list.of]
  return serveList<FundsRow, ListFilters>(list, {
    ...sharedOf(list),
    summaries: {
      page: `${title}: a page, the newest first; \`from\` is the row after which it begins`,
      count: `${title}: how many match, up to 10,000`,
    },
    from: String.raw`^\d{1,18}-\d{1,9}$`,
    async keyedPage(tx, query: Query, place) {
      const { records, edges } = await flowPage(tx, list, readerOf(query), query.asked, place, place.limit)
      return { records: records.map(wire), edges }
    },
    keyAt: (tx, query, rows) => flowAt(tx, readerOf(query), query.asked, rows),
    mostCounted: MOST_COUNTED,
    counted: (tx, query) => countFlow(tx, readerOf(query), query.asked),
    sums: {
      summary: `${title}: totals, one record a currency; of days with up to 10,000 movements`,
      row: { currency: Type.String(), amount: Type.String() },
      address: (query) => addressOf(list, query),
      read: (tx, query, address) =>
        sumFlow(tx, readerOf(query), query.asked, (statement) => keptSums(tx, address, statement)),
    },
  })
}

const served = Object.values(FUNDS_LISTS).map((list) => (list.order === null ? keyed(list) : numbered(list)))

export const fundsListRoutes = served.flatMap(({ routes }) => routes)
export const fundsExports = served.flatMap(({ exports }) => exports)
