import { type TProperties, type TSchema, Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ExportRow, ListExport, Reader } from '#kernel/platform/exports/list-export.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { totalSchema } from '#kernel/platform/http/paging.ts'
import { keptFigure } from '#kernel/platform/http/figures.ts'
import { type ListRequest, pageOf } from '#kernel/platform/http/paging.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/platform/http/totals.ts'

/** One reader's request for a list: the same for its page, total, sums and file. */
export interface ListQuery<Asked, Within> extends Reader {
  /** Values of the filters in the body. */
  readonly asked: Asked
  /** Keys of columns; `-no` sorts in descending order; empty: the list's own order. */
  readonly sort: readonly string[]
  /** What the path resolves to: the area of a data centre. */
  readonly within: Within
}

export interface ListPlace {
  readonly limit: number
  readonly offset: number
}

interface ListSums<Asked, Within> {
  readonly summary: string
  /** Fields of one record of sums. */
  readonly row: TProperties
  readonly read: (
    tx: Tx,
    query: ListQuery<Asked, Within>,
    address: TotalAddress,
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** The list as a file: its title, its columns and all of its rows. */
interface ListFile<Asked, Within> extends Pick<ListExport, 'name' | 'key' | 'title' | 'filterTitle' | 'columns'> {
  readonly right: string
  readonly rows: (query: ListQuery<Asked, Within>) => Statement
  /** Converts a row of the statement into what the columns read. */
  readonly rowOf?: (query: ListQuery<Asked, Within>, row: ExportRow) => ExportRow
}

/**
 * A list over balances, events or joined rows. Lists of documents and records are derived from their definitions
 * instead.
 */
interface ReadList<Asked, Within> {
  /** Path before the names of the calls. */
  readonly path: string
  /** Names of the calls, where they are not the usual ones. */
  readonly calls?: Partial<typeof CALLS>
  readonly params?: TSchema
  readonly right: string
  readonly summaries: { readonly page: string; readonly count: string }
  readonly filters: TProperties
  /** Schema of a row on the wire. */
  readonly row: TSchema
  /** Refuses what the list cannot answer. */
  readonly check?: (asked: Asked) => void
  /** Resolves what the path names, and refuses people who may not see it. */
  readonly within: (tx: Tx, reader: Reader, params: Readonly<Record<string, string>>) => Promise<Within> | Within
  /** Cache key of its total, and the changes that invalidate it. */
  readonly address: (query: ListQuery<Asked, Within>) => TotalAddress
  readonly page: (tx: Tx, query: ListQuery<Asked, Within>, place: ListPlace) => Promise<readonly unknown[]>
  /** Number of matching rows; stops above the maximum that a list counts. */
  readonly count: (query: ListQuery<Asked, Within>) => Statement<{ total: number }>
  readonly sums?: ListSums<Asked, Within>
  readonly file?: ListFile<Asked, Within>
}

const CALLS: Readonly<Record<'page' | 'count' | 'sum' | 'export', string>> = {
  page: 'page',
  count: 'page/count',
  sum: 'sum',
  export: 'page/export',
}

const oneColumn = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1 })

interface Given {
  readonly body?: unknown
  readonly params?: unknown
}

async function queryOf<Asked, Within>(
  list: ReadList<Asked, Within>,
  tx: Tx,
  { principal, language, now }: Reader,
  { body, params }: Given,
): Promise<ListQuery<Asked, Within>> {
  const { page: _page, limit: _limit, sort = [], ...rest } = body as ListRequest
  const asked = rest as Asked
  const reader = { principal, language, now }
  const within = await list.within(tx, reader, (params ?? {}) as Readonly<Record<string, string>>)
  list.check?.(asked)
  return { ...reader, asked, sort, within }
}

/** Sums of a list whose total is cached at `address`: valid until something of its kind changes. */
export async function keptSums(
  tx: Tx,
  { filters, ...address }: TotalAddress,
  statement: Statement<Record<string, unknown>>,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await keptFigure(tx, { ...address, filters: ['sums', filters] }, () => tx.rows(statement))).value
}

function routesOf<Asked, Within>(list: ReadList<Asked, Within>): Route[] {
  const calls = { ...CALLS, ...list.calls }
  const body = Type.Object(
    {
      page: Type.Optional(Type.Integer()),
      limit: Type.Optional(Type.Integer()),
      sort: Type.Optional(oneColumn),
      ...list.filters,
    },
    { additionalProperties: false },
  )
  const shared = {
    method: 'POST' as const,
    right: list.right,
    mode: 'read' as const,
    body,
    ...(list.params ? { params: list.params } : {}),
  }
  const { sums } = list
  return [
    defineRoute({
      ...shared,
      path: `${list.path}/${calls.page}`,
      summary: list.summaries.page,
      data: Type.Object({
        records: Type.Array(list.row),
        recordTotal: Type.Union([Type.Integer(), Type.Null()]),
        capped: Type.Boolean(),
      }),
      async handler(tx: Tx, context: RequestContext, given: Given) {
        const query = await queryOf(list, tx, context, given)
        const [records, total] = await Promise.all([
          list.page(tx, query, pageOf(given.body as ListRequest)),
          knownTotal(tx, list.address(query)),
        ])
        return { records, recordTotal: total?.recordTotal ?? null, capped: total?.capped ?? false } as never
      },
    }),
    defineRoute({
      ...shared,
      path: `${list.path}/${calls.count}`,
      summary: list.summaries.count,
      data: totalSchema,
      async handler(tx: Tx, context: RequestContext, given: Given) {
        const query = await queryOf(list, tx, context, given)
        return await countedTotal(tx, list.address(query), list.count(query))
      },
    }),
    ...(sums
      ? [
          defineRoute({
            ...shared,
            path: `${list.path}/${calls.sum}`,
            summary: sums.summary,
            data: Type.Array(Type.Object(sums.row)),
            async handler(tx: Tx, context: RequestContext, given: Given) {
              const query = await queryOf(list, tx, context, given)
              return (await sums.read(tx, query, list.address(query))) as never
            },
          }),
        ]
      : []),
  ]
}

function exportOf<Asked, Within>(list: ReadList<Asked, Within>, file: ListFile<Asked, Within>): ListExport {
  const { rows, rowOf, ...said } = file
  return {
    ...said,
    path: `${list.path}/${list.calls?.export ?? CALLS.export}`,
    ...(list.params ? { params: list.params } : {}),
    filters: list.filters,
    isClosed: true,
    viewRight: list.right,
    async query(tx, reader, { params, filters, sort }) {
      const query = await queryOf(list, tx, reader, { params, body: { ...filters, sort } })
      return {
        rows: rows(query),
        count: list.count(query),
        ...(rowOf ? { rowOf: (row: ExportRow) => rowOf(query, row) } : {}),
      }
    },
  }
}

/** The calls of a list and its file, from one declaration: an area serves `routes` and passes on `exports`. */
export function defineList<Asked, Within = undefined>(
  list: ReadList<Asked, Within>,
): { readonly routes: readonly Route[]; readonly exports: readonly ListExport[] } {
  return { routes: routesOf(list), exports: list.file ? [exportOf(list, list.file)] : [] }
}
