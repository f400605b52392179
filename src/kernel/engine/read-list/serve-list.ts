import { type TProperties, type TSchema, Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { inTurn, rowsInMemory } from '#kernel/platform/exports/export-columns.ts'
import type { ExportRow, ExportRows, ListExport, Reader } from '#kernel/platform/exports/list-export.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { requestErrors } from '#kernel/platform/http/request.errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { totalSchema } from '#kernel/platform/http/paging.ts'
import { keptFigure } from '#kernel/platform/http/figures.ts'
import { type ListRequest, pageOf } from '#kernel/platform/http/paging.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/platform/http/totals.ts'
import { edgesSchema, type KeyedPlace, placeOf, waySchema } from '../document/list/keyed-page.ts'
import { fileColumns, textsOfFile } from './list-file.ts'
import { filterSchemas, rowSchema, sumSchemas } from './list-schemas.ts'
import { type Given, queryOf, rowsToSort } from './list-request.ts'
import { placesOf } from './list-paper.ts'
import { callOf, MOST_NUMBERED, type ReadList, summedColumns } from './read-list.ts'
import type { Keyed, ListQuery, Numbered, Served, ListServing, Small } from './serving.ts'

/** More rows than any small list has. */
const ALL = { limit: 1_000_000, offset: 0 }

const oneColumn = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1 })

/** Sums of a list whose total is at `address`: kept until something of its kind changes. */
export async function keptSums(
  tx: Tx,
  { filters, ...address }: TotalAddress,
  statement: Statement<Record<string, unknown>>,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await keptFigure(tx, { ...address, filters: ['sums', filters] }, () => tx.rows(statement))).value
}

function sharedOf<Row, Values, Within>(
  list: ReadList<Row>,
  { params }: ListServing<Values, Within>,
  fields: TProperties,
) {
  return {
    method: 'POST' as const,
    right: list.right,
    mode: 'read' as const,
    body: Type.Object(fields, { additionalProperties: false }),
    ...(params ? { params } : {}),
  }
}

/** The call of the totals. */
function sumRoute<Row, Values, Within>(
  list: ReadList<Row>,
  serving: ListServing<Values, Within>,
  shared: ReturnType<typeof sharedOf>,
  sums: NonNullable<Keyed<Values, Within, unknown>['sums']>,
): Route {
  return defineRoute({
    ...shared,
    path: callOf(list, 'sum'),
    summary: sums.summary,
    data: Type.Array(Type.Object(sums.row ?? sumSchemas(list))),
    async handler(tx: Tx, context: RequestContext, given: Given) {
      const query = await queryOf(list, serving, tx, context, given)
      return await sums.read(tx, query, sums.address(query))
    },
  })
}

function numberedRoutes<Row, Values, Within, Found>(
  list: ReadList<Row>,
  serving: Numbered<Values, Within, Found>,
): Route[] {
  const { sums } = serving
  const shared = sharedOf(list, serving, {
    page: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer()),
    sort: Type.Optional(serving.sort ?? oneColumn),
    ...(serving.filters ?? filterSchemas(list)),
  })
  return [
    defineRoute({
      ...shared,
      path: callOf(list, 'page'),
      summary: serving.summaries.page,
      data: Type.Object({
        records: Type.Array(serving.row ?? rowSchema(list)),
        recordTotal: Type.Union([Type.Integer(), Type.Null()]),
        capped: Type.Boolean(),
      }),
      async handler(tx: Tx, context: RequestContext, given: Given) {
        const query = await queryOf(list, serving, tx, context, given)
        await rowsToSort(list, serving, tx, query)
        const [records, total] = await Promise.all([
          serving.page(tx, query, pageOf(given.body as ListRequest)),
          knownTotal(tx, serving.address(query)),
        ])
        return { records, recordTotal: total?.recordTotal ?? null, capped: total?.capped ?? false }
      },
    }),
    defineRoute({
      ...shared,
      path: callOf(list, 'count'),
      summary: serving.summaries.count,
      data: totalSchema,
      async handler(tx: Tx, context: RequestContext, given: Given) {
        const query = await queryOf(list, serving, tx, context, given)
        return await countedTotal(tx, serving.address(query), serving.count(query))
      },
    }),
    ...(sums ? [sumRoute(list, serving, shared, { ...sums, address: serving.address })] : []),
  ]
}

const NO_PAGE = { records: [], recordTotal: null, capped: false, edges: { hasNewer: true, hasOlder: false } }

function keyedRoutes<Row, Values, Within, Found>(list: ReadList<Row>, serving: Keyed<Values, Within, Found>): Route[] {
  const filters = serving.filters ?? filterSchemas(list)
  const shared = sharedOf(list, serving, {
    page: Type.Optional(Type.Integer({ minimum: 1 })),
    limit: Type.Optional(Type.Integer()),
    from: Type.Optional(Type.String({ pattern: serving.from })),
    way: Type.Optional(waySchema),
    ...(serving.sortedPage ? { sort: Type.Optional(oneColumn) } : {}),
    ...filters,
  })
  return [
    defineRoute({
      ...shared,
      path: callOf(list, 'page'),
      summary: serving.summaries.page,
      data: Type.Object({
        records: Type.Array(serving.row ?? rowSchema(list)),
        recordTotal:
          serving.pageTotal ?? (serving.sortedPage ? Type.Union([Type.Integer(), Type.Null()]) : Type.Null()),
        capped: Type.Boolean(),
        edges: (serving.sortedPage ? Type.Optional(edgesSchema) : edgesSchema) as TSchema,
      }),
      async handler(tx: Tx, context: RequestContext, given: Given) {
        const query = await queryOf(list, serving, tx, context, given)
        const { from, way, ...request } = given.body as ListRequest & Partial<KeyedPlace>
        const { limit, offset } = pageOf(request)
        const sorted = await rowsToSort(list, serving, tx, query)
        if (serving.sortedPage && query.sort.length > 0) {
          if (sorted === null)
            throw new Refused(httpErrors.invalidField({ field: 'sort', reason: query.sort[0]! }, { field: 'sort' }))
          const records = await serving.sortedPage(tx, query, { limit, offset })
          // Pages of an order have numbers alone.
          return { records, recordTotal: sorted, capped: false, edges: undefined }
        }
        if (offset + limit > MOST_NUMBERED || (offset > 0 && (from ?? way)))
          throw new Refused(requestErrors.noSuchPage({ most: MOST_NUMBERED / limit }, { field: 'page' }))
        const start = offset === 0 ? from : await serving.keyAt(tx, query, offset)
        if (start === null && offset > 0) return NO_PAGE
        const { records, edges } = await serving.keyedPage(tx, query, { ...placeOf(start, way), limit })
        return { records, recordTotal: null, capped: false, edges }
      },
    }),
    defineRoute({
      ...(serving.isCountClosed ? sharedOf(list, serving, filters) : shared),
      path: callOf(list, 'count'),
      summary: serving.summaries.count,
      data: totalSchema,
      async handler(tx: Tx, context: RequestContext, given: Given) {
        const total = await serving.counted(
          tx,
          await queryOf(list, serving, tx, context, given),
          serving.mostCounted + 1,
        )
        const capped = total > serving.mostCounted
        return { recordTotal: Math.min(total, serving.mostCounted), capped, asOf: context.now.toISOString() }
      },
    }),
    ...(serving.sums ? [sumRoute(list, serving, shared, serving.sums)] : []),
  ]
}

function smallRoutes<Row, Values, Within>(list: ReadList<Row>, serving: Small<Values, Within>): Route[] {
  const { pageTotal, beside } = serving
  const filters = serving.filters ?? filterSchemas(list)
  return [
    defineRoute({
      ...sharedOf(list, serving, {
        ...filters,
        sort: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
        page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      }),
      path: callOf(list, 'page'),
      summary: serving.summaries.page,
      data: Type.Object({
        records: Type.Array(serving.row ?? rowSchema(list)),
        recordTotal: pageTotal ?? Type.Integer(),
        capped: Type.Boolean(),
        ...beside?.fields,
      }),
      async handler(tx: Tx, context: RequestContext, given: Given) {
        const query = await queryOf(list, serving, tx, context, given)
        const { page = 1, limit = 20 } = given.body as ListRequest
        const [records, recordTotal, more] = await Promise.all([
          serving.read(tx, query, { limit, offset: (page - 1) * limit }),
          pageTotal ? null : serving.total(tx, query),
          beside?.read(tx, query),
        ])
        return { records, recordTotal, capped: false, ...more }
      },
    }),
    defineRoute({
      ...sharedOf(list, serving, filters),
      path: callOf(list, 'count'),
      summary: serving.summaries.count,
      data: Type.Object({ recordTotal: Type.Integer(), capped: Type.Boolean() }),
      async handler(tx: Tx, context: RequestContext, given: Given) {
        const query = await queryOf(list, serving, tx, context, given)
        return { recordTotal: await serving.total(tx, query), capped: false }
      },
    }),
  ]
}

/** The rows of the file and how one is made into what the columns read. */
async function fileRows<Values, Within, Found>(
  serving: Served<Values, Within, Found>,
  tx: Tx,
  query: ListQuery<Values, Within>,
): Promise<ExportRows> {
  if ('read' in serving) return rowsInMemory(await serving.read(inTurn(tx), query, ALL))
  const { rowOf } = serving
  return {
    rows: serving.rows(query),
    count: serving.count(query),
    ...(rowOf ? { rowOf: (row) => rowOf(query, row as Found) as ExportRow } : {}),
  }
}

/** The totals of a file, of its own rows: those that the list says at the same time. */
function totalsOf<Row>(list: ReadList<Row>, { text, values }: Statement): NonNullable<ExportRows['totals']> {
  const by = list.sums?.by ?? ['currency']
  const keys = summedColumns(list).map(({ key }) => key)
  const names = by.map((name) => `q."${name}"`).join(', ')
  const sums = keys.map((key) => `sum(q."${key}"::numeric)::text as "${key}"`).join(', ')
  return {
    statement: { text: `select ${names}, ${sums} from (${text}) q group by ${names} order by ${names}`, values },
    by,
    keys,
  }
}

function exportOf<Row, Values, Within, Found>(list: ReadList<Row>, serving: Served<Values, Within, Found>): ListExport {
  const { texts } = serving
  const columns = fileColumns(list, texts)
  const isWorded = columns.some(({ value }) => value)
  return {
    name: list.name,
    ...('key' in serving ? { key: serving.key } : {}),
    ...placesOf(list, texts),
    ...(serving.params ? { params: serving.params } : {}),
    filters: serving.filters ?? filterSchemas(list),
    isClosed: true,
    viewRight: list.right,
    right: list.exportRight,
    ...textsOfFile(list, texts),
    columns,
    async query(tx, reader, { params, filters, sort }) {
      const query = await queryOf(list, serving, tx, reader, { params, body: { ...filters, sort } })
      if (!('read' in serving)) await rowsToSort(list, serving, tx, query, true)
      const { rowOf, ...found } = await fileRows(serving, tx, query)
      const totals = 'sums' in serving && serving.sums ? totalsOf(list, found.rows) : null
      const besides = { language: query.language }
      const shaped = rowOf ? { rowOf: (row: ExportRow): ExportRow => ({ ...rowOf(row), ...besides }) } : {}
      return { ...found, ...(totals ? { totals } : {}), ...shaped, ...(isWorded ? { besides } : {}) }
    },
  }
}

/** How many rows of a list a reader sees, no further than one above `most`. */
async function countOf<Row, Values, Within, Found>(
  list: ReadList<Row>,
  serving: Served<Values, Within, Found>,
  tx: Tx,
  reader: Reader,
  asked: object,
  most: number,
): Promise<number> {
  const query = await queryOf(list, serving, tx, reader, { body: asked })
  if ('read' in serving) return serving.total(tx, query)
  if ('keyedPage' in serving) return serving.counted(tx, query, most + 1)
  return Number((await tx.first(serving.count(query, most)))?.total ?? 0)
}

/** The calls and the file of a list, which an area serves. */
export interface ServedList {
  readonly list: Pick<ReadList, 'right' | 'newBy' | 'isQuestion'>
  readonly routes: readonly Route[]
  readonly exports: readonly ListExport[]
  readonly count: (tx: Tx, reader: Reader, asked: object, most: number) => Promise<number>
}

/** The calls of a list and its file, from its declaration and its queries: an area serves `routes` and hands over `exports`. */
export function serveList<Row, Values, Within = undefined, Found = ExportRow>(
  list: ReadList<Row>,
  serving: Served<Values, Within, Found>,
): ServedList {
  const routes =
    'read' in serving
      ? smallRoutes(list, serving)
      : 'keyedPage' in serving
        ? keyedRoutes(list, serving)
        : numberedRoutes(list, serving)
  return {
    list,
    routes,
    exports: [exportOf(list, serving)],
    count: (tx, reader, asked, most) => countOf(list, serving, tx, reader, asked, most),
  }
}
