import { type TProperties, Type } from 'typebox'
import type { Principal, RequestContext } from '#kernel/access/principal.ts'
import { limitMark } from '#kernel/access/limits.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { isDay } from '#kernel/clock/day.ts'
import { dayIn } from '#kernel/clock/zone-day.ts'
import { totalSchema } from '#kernel/http/paging.ts'
import { keptFigure } from '#kernel/http/figures.ts'
import { edgesSchema, type KeyedPlace, placeOf, waySchema } from '#kernel/document/keyed-page.ts'
import { pageOf } from '#kernel/http/paging.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/http/totals.ts'
import type { ExportColumn, ListExport } from '#kernel/exports/list-export.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/http/route.ts'
import type { Language } from '#kernel/i18n/language.ts'
import { type FundsColumn, type FundsList, FUNDS_LISTS, listPath, sumsOf } from '../funds-lists.ts'
import { pageTexts } from '../locale/page-texts.ts'
import { countFlow, flowPage } from './flow-page.ts'
import { type Asked, listCount, listRows, listSums, readList } from './funds-list.queries.ts'
import type { ListReader } from './list-sources.ts'

/** Documents that move funds say this among what they change, so that totals are counted anew. */
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

/** A day that does not exist is the caller's mistake. */
function requireDays({ filters }: FundsList, asked: Asked): void {
  for (const { name } of filters.filter(({ kind }) => kind === 'days')) {
    for (const field of [`${name}From`, `${name}To`]) {
      const value = asked[field]
      if (typeof value !== 'string' || value === '') continue
      if (!isDay(value.slice(0, 10)) || value.startsWith('0000') || Number.isNaN(Date.parse(value)))
        throw new Refused(httpErrors.invalidField({ field, reason: 'invalid' }, { field }))
    }
  }
}

function readerOf(principal: Principal, language: Language, now: Date): ListReader {
  return { principal, language, today: dayIn(principal.timezone, now) }
}

function addressOf(list: FundsList, { principal, now }: RequestContext, asked: Asked): TotalAddress {
  const { page: _page, limit: _limit, sort: _sort, ...filters } = asked
  return {
    kind: FUNDS_KIND,
    filters: [list.name, dayIn(principal.timezone, now), filters, limitMark(principal)],
    scope: principal.scope,
  }
}

/** As the wire has it: moments are texts. */
function wire(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  )
}

const rowSchema = ({ columns }: FundsList) =>
  Type.Object({ id: Type.String(), ...Object.fromEntries(columns.map((column) => [column.key, columnSchema(column)])) })

/** A list that is walked by keys: no numbered pages, no other order, a total up to its own bound. */
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
      async handler(tx: Tx, { principal, language, now }: RequestContext, { body: given }: Given) {
        const { from, way, ...asked } = given as Asked & Partial<KeyedPlace>
        requireDays(list, asked)
        const reader = readerOf(principal, language, now)
        const { records, edges } = await flowPage(tx, list, reader, asked, placeOf(from, way), pageOf(asked).limit)
        return { records: records.map(wire), recordTotal: null, capped: false, edges } as never
      },
    }),
    defineRoute({
      ...shared,
      path: `${listPath(list.name)}/page/count`,
      summary: `${title}: how many match, up to 10,000`,
      data: totalSchema,
      async handler(tx: Tx, { principal, language, now }: RequestContext, { body: given }: Given) {
        const asked = given as Asked
        requireDays(list, asked)
        const { total, capped } = await countFlow(tx, readerOf(principal, language, now), asked)
        return { recordTotal: total, capped, asOf: now.toISOString() } as never
      },
    }),
  ]
}

function routesOf(list: FundsList): Route[] {
  if (list.sort === null) return keyedRoutes(list)
  const filters = filterSchemas(list)
  const place = {
    page: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer()),
    sort: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1 })),
  }
  const body = Type.Object({ ...place, ...filters }, { additionalProperties: false })
  const sums = Object.fromEntries(sumsOf(list).map((key) => [key, Type.String()]))
  const shared = { method: 'POST' as const, right: list.right, mode: 'read' as const, body }
  const title = pageTexts.en.lists[list.name]
  return [
    defineRoute({
      ...shared,
      path: `${listPath(list.name)}/page`,
      summary: `${title}: a page`,
      data: Type.Object({
        records: Type.Array(rowSchema(list)),
        recordTotal: Type.Union([Type.Integer(), Type.Null()]),
        capped: Type.Boolean(),
      }),
      async handler(tx: Tx, context: RequestContext, { body: given }: Given) {
        const asked = given as Asked & { readonly sort?: readonly string[] }
        requireDays(list, asked)
        const reader = readerOf(context.principal, context.language, context.now)
        const rows = await readList(tx, list, reader, asked, asked.sort ?? [], pageOf(asked))
        const total = await knownTotal(tx, addressOf(list, context, asked))
        const records = rows.map(wire)
        return { records, recordTotal: total?.recordTotal ?? null, capped: total?.capped ?? false } as never
      },
    }),
    defineRoute({
      ...shared,
      path: `${listPath(list.name)}/page/count`,
      summary: `${title}: how many match`,
      data: totalSchema,
      async handler(tx: Tx, context: RequestContext, { body: given }: Given) {
        const asked = given as Asked
        requireDays(list, asked)
        const reader = readerOf(context.principal, context.language, context.now)
        return (await countedTotal(tx, addressOf(list, context, asked), listCount(list, reader, asked))) as never
      },
    }),
    ...(sumsOf(list).length === 0
      ? []
      : [
          defineRoute({
            ...shared,
            path: `${listPath(list.name)}/sum`,
            summary: `${title}: totals, one record a currency; dear ones may be up to a minute old`,
            data: Type.Array(Type.Object({ currency: Type.String(), rowCount: Type.Integer(), ...sums })),
            async handler(tx: Tx, context: RequestContext, { body: given }: Given) {
              const asked = given as Asked
              requireDays(list, asked)
              const reader = readerOf(context.principal, context.language, context.now)
              const { filters: by, ...address } = addressOf(list, context, asked)
              const sums = await keptFigure(tx, { ...address, filters: ['sums', by] }, () =>
                tx.rows(listSums(list, reader, asked)),
              )
              return sums.value as never
            },
          }),
        ]),
  ]
}

export const fundsListRoutes: readonly Route[] = Object.values(FUNDS_LISTS).flatMap(routesOf)

type Words = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

/** One of few values in the reader's words; what has none stands as it is. */
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

/** The same lists as files. */
export const fundsExports: readonly ListExport[] = Object.values(FUNDS_LISTS).map((list): ListExport => ({
  name: `funds.${list.name}`,
  path: `${listPath(list.name)}/export`,
  key: 'id',
  filters: filterSchemas(list),
  isClosed: true,
  viewRight: list.right,
  right: list.exportRight,
  title: (language) => pageTexts[language].lists[list.name],
  filterTitle: (language, filter) => columnText(language, filter.replace(/(From|To)$/, '')),
  columns: list.columns.map(exportColumn),
  async query(_tx, { principal, language, now }, { filters, sort }) {
    requireDays(list, filters)
    const reader = readerOf(principal, language, now)
    const words = list.columns.filter(({ kind }) => kind === 'word').map(({ key }) => key)
    return {
      rows: listRows(list, reader, filters, sort),
      count: listCount(list, reader, filters),
      rowOf: (row) => ({
        ...row,
        ...Object.fromEntries(words.map((key) => [key, wordOf(language, key, row[key])])),
      }),
    }
  },
}))
