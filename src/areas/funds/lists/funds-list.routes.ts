import { type TProperties, Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { defineList, keptSums, type ListQuery } from '#kernel/engine/document/define-list.ts'
import { totalSchema } from '#kernel/platform/http/paging.ts'
import { edgesSchema, type KeyedPlace, placeOf, waySchema } from '#kernel/engine/document/list/keyed-page.ts'
import { pageOf } from '#kernel/platform/http/paging.ts'
import type { TotalAddress } from '#kernel/platform/http/totals.ts'
import type { ExportColumn, ListExport, Reader } from '#kernel/platform/exports/list-export.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { type FundsColumn, type FundsList, FUNDS_LISTS, listPath, sumsOf } from './funds-lists.ts'
import { pageTexts } from '../locale/page-texts.ts'
import { countFlow, flowPage } from '../flow/flow-page.server.ts'
import { type ListFilters, listCount, listRows, listSums, readList } from './funds-list.queries.ts'
import type { ListReader } from './list-sources.server.ts'

/** Documents that move funds declare this kind, so that totals are counted anew. */
export const FUNDS_KIND = 'funds'

interface Given {
  readonly body: unknown
}

const orNull = Type.Union([Type.String(), Type.Null()])
const day = Type.String({ maxLength: 40, pattern: String.raw`^(\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?)?$` })

function filterSchemas({ filters }: FundsList): TProperties {
  return Object.fromEntries(
    filters.flatMap(({ name, kind, options }) =>
      kind === 'days'
        ? [`${name}From`, `${name}To`].map((each) => [each, Type.Optional(day)])
        : [
            [
              name,
              Type.Optional(
                options
                  ? Type.Union([...options.map((option) => Type.Literal(option)), Type.Literal('')])
                  : Type.String({ maxLength: 64 }),
              ),
            ],
          ],
    ),
  )
}

function columnSchema({ kind }: FundsColumn) {
  if (kind === 'count') return Type.Union([Type.Integer(), Type.Null()])
  return kind === 'amount' ? Type.String({ description: 'decimal text with two decimals' }) : orNull
}

/** A nonexistent day is the caller's mistake. */
function requireDays({ filters }: FundsList, asked: ListFilters): void {
  for (const { name } of filters.filter(({ kind }) => kind === 'days')) {
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

const rowSchema = ({ columns }: FundsList) =>
  Type.Object({ id: Type.String(), ...Object.fromEntries(columns.map((column) => [column.key, columnSchema(column)])) })

/** A list paged by key: no numbered pages, no other order, a total up to its own bound. */
function keyedRoutes(list: FundsList): Route[] {
  const place = {
    page: Type.Optional(Type.Literal(1)),
    limit: Type.Optional(Type.Integer()),
    from: Type.Optional(Type.String({ pattern: String.raw`^\d{1,18}-\d{1,9}$` })),
    way: Type.Optional(waySchema),
  }
  const body = Type.Object({ ...place, ...filterSchemas(list) }, { additionalProperties: false })
  const shared = { method: 'POST' as const, right: list.right, mode: 'read' as const, body }
  const title = pageTexts.en.lists[list.name]
  return [
    defineRoute({
      ...shared,
      path: `${listPath(list.name)}/page`,
      summary: `${title}: a page, the newest first; \`from\` is the row after which it begins`,
      data: Type.Object({
        records: Type.Array(rowSchema(list)),
        recordTotal: Type.Null(),
        capped: Type.Boolean(),
        edges: edgesSchema,
      }),
      async handler(tx: Tx, context: RequestContext, { body: given }: Given) {
        const { from, way, ...asked } = given as ListFilters & Partial<KeyedPlace>
        requireDays(list, asked)
        const { records, edges } = await flowPage(
          tx,
          list,
          readerOf(context),
          asked,
          placeOf(from, way),
          pageOf(asked).limit,
        )
        return { records: records.map(wire), recordTotal: null, capped: false, edges } as never
      },
    }),
    defineRoute({
      ...shared,
      path: `${listPath(list.name)}/page/count`,
      summary: `${title}: how many match, up to 10,000`,
      data: totalSchema,
      async handler(tx: Tx, context: RequestContext, { body: given }: Given) {
        const asked = given as ListFilters
        requireDays(list, asked)
        const { total, capped } = await countFlow(tx, readerOf(context), asked)
        return { recordTotal: total, capped, asOf: context.now.toISOString() } as never
      },
    }),
  ]
}

type Words = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

/** The label of an enumerated value in the reader's language; unlabelled ones unchanged. */
const wordOf = (language: Language, key: string, value: unknown): unknown =>
  (pageTexts[language].words as Words)[key]?.[String(value)] ?? value

const columnText = (language: Language, key: string): string =>
  (pageTexts[language].columns as Readonly<Record<string, string>>)[key] ?? key

const CELLS = {
  text: 'text',
  code: 'code',
  word: 'text',
  day: 'code',
  time: 'instant',
  amount: 'amount',
  count: 'integer',
} as const

function exportColumn({ key, kind }: FundsColumn): ExportColumn {
  const title = (language: Language) => columnText(language, key)
  return {
    key,
    kind: CELLS[kind],
    title,
    ...(kind === 'amount' ? { beside: 'currency' } : {}),
    isWide: key === 'customerName',
  }
}

const PLACE = { page: 'page', count: 'page/count', export: 'export' }

function fileOf(list: FundsList) {
  const words = list.columns.filter(({ kind }) => kind === 'word').map(({ key }) => key)
  return {
    name: `funds.${list.name}`,
    key: 'id',
    right: list.exportRight,
    title: (language: Language) => pageTexts[language].lists[list.name],
    filterTitle: (language: Language, filter: string) => columnText(language, filter.replace(/(From|To)$/, '')),
    columns: list.columns.map(exportColumn),
    rows: (query: Query) => listRows(list, readerOf(query), query.asked, query.sort),
    rowOf: ({ language }: Query, row: ListFilters) => ({
      ...row,
      ...Object.fromEntries(words.map((key) => [key, wordOf(language, key, row[key])])),
    }),
  }
}

function listOf(list: FundsList) {
  const title = pageTexts.en.lists[list.name]
  const sums = sumsOf(list)
  return defineList<ListFilters>({
    path: listPath(list.name),
    calls: PLACE,
    right: list.right,
    summaries: { page: `${title}: a page`, count: `${title}: how many match` },
    filters: filterSchemas(list),
    row: rowSchema(list),
    check: (asked) => requireDays(list, asked),
    within: () => undefined,
    address: ({ principal, now, asked }) => ({
      kind: FUNDS_KIND,
      filters: [list.name, dayIn(principal.timezone, now), asked, limitMark(principal)],
      scope: principal.scope,
    }),
    page: async (tx, query, place) =>
      (await readList(tx, list, readerOf(query), query.asked, query.sort, place)).map(wire),
    count: (query) => listCount(list, readerOf(query), query.asked),
    ...(sums.length === 0
      ? {}
      : {
          sums: {
            summary: `${title}: totals, one record a currency; dear ones may be up to a minute old`,
            row: {
              currency: Type.String(),
              rowCount: Type.Integer(),
              ...Object.fromEntries(sums.map((key) => [key, Type.String()])),
            },
            read: (tx: Tx, query: Query, address: TotalAddress) =>
              keptSums(tx, address, listSums(list, readerOf(query), query.asked)),
          },
        }),
    file: fileOf(list),
  })
}

const lists = Object.values(FUNDS_LISTS).map((list) => ({ list, served: listOf(list) }))

/** One of them is paged by key. */
export const fundsListRoutes: readonly Route[] = lists.flatMap(({ list, served }) =>
  list.sort === null ? keyedRoutes(list) : served.routes,
)
export const fundsExports: readonly ListExport[] = lists.flatMap(({ served }) => served.exports)
