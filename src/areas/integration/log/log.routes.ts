import { Type } from 'typebox'
import { may, type RequestContext, scopeOf } from '#kernel/platform/access/principal.ts'
import { type QueryPage, readPage } from '#kernel/platform/db/page.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { totalSchema } from '#kernel/platform/http/paging.ts'
import { type ListRequest, pageOf } from '#kernel/platform/http/paging.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/platform/http/totals.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { knownRecord } from '#kernel/engine/record/known-records.ts'
import { syncErrors } from '#kernel/services/sync/sync.errors.ts'
import { logFilterValues, filterSchemas, type LogFilters } from './log-filters.server.ts'
import { pageSchema, placed, pushSchema, refusedSchema, runSchema } from './log-schemas.server.ts'
import { PUSH_FILTERS, pushCount, pushPage, pushView } from './push.queries.ts'
import { refusedRows, refusedView, RUN_FILTERS, runById, runCount, runPage, runView } from './run.queries.ts'

const VIEW = 'integration.log.view'
const REFUSED_PAGE = 50

interface Log<Row> {
  readonly path: string
  /** Kind of its change mark. */
  readonly kind: string
  readonly summary: string
  readonly filters: LogFilters
  readonly row: Parameters<typeof pageSchema>[0]
  readonly page: (context: RequestContext, asked: LogFilterValues, limit: number, offset: number) => QueryPage<Row>
  readonly count: (context: RequestContext, asked: LogFilterValues) => Statement<{ total: number }>
  readonly view: (context: RequestContext, row: Row) => unknown
}
type LogFilterValues = Readonly<Record<string, unknown>>

/** The two calls of a log: a page, newest first, and the count. */
function logRoutes<Row>(log: Log<Row>): Route[] {
  const body = placed(filterSchemas(log.filters))
  const address = ({ principal: { scope } }: RequestContext, asked: LogFilterValues): TotalAddress => ({
    kind: log.kind,
    filters: logFilterValues(log.filters, asked),
    scope: scope === 'all' ? 'all' : scope.toSorted((a, b) => a - b),
  })
  return [
    defineRoute({
      method: 'POST',
      path: `${log.path}/queryPage`,
      right: VIEW,
      summary: `${log.summary}: one page, newest first`,
      mode: 'read',
      body,
      data: pageSchema(log.row),
      async handler(tx, context, { body: given }) {
        const asked = given as LogFilterValues
        const { limit, offset } = pageOf(given as ListRequest)
        const [rows, total] = await Promise.all([
          readPage(tx, log.page(context, asked, limit, offset)),
          knownTotal(tx, address(context, asked)),
        ])
        const records = rows.map((row) => log.view(context, row))
        return { records, recordTotal: total?.recordTotal ?? null, capped: total?.capped ?? false } as never
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${log.path}/count`,
      right: VIEW,
      summary: `${log.summary}: how many match`,
      mode: 'read',
      body,
      data: totalSchema,
      handler: (tx, context, { body: given }) =>
        countedTotal(tx, address(context, given as LogFilterValues), log.count(context, given as LogFilterValues)),
    }),
  ]
}

/** Refused rows contain record data: shown to people who may view such records everywhere, including their secrets. */
function showsRows({ principal }: RequestContext, recordCode: string): boolean {
  const record = knownRecord(recordCode)
  if (!record) return false
  const holds = (right: string) => (record.scope ? scopeOf(principal, right) === 'all' : may(principal, right))
  return (
    holds(record.rights.view) &&
    Object.values(record.fields).every(({ secret }) => secret === undefined || holds(secret))
  )
}

async function runDetail(tx: Tx, context: RequestContext, id: string, page: number) {
  const row = await tx.first(runById(id))
  if (!row) throw new Refused(syncErrors.notFound())
  const refused = await tx.rows(refusedRows(id, REFUSED_PAGE, (page - 1) * REFUSED_PAGE))
  const isShown = showsRows(context, row.record_code)
  return {
    run: runView(context.language, row),
    rows: refused.map((each) => refusedView(context.language, each, isShown)),
  }
}

export const logListRoutes: readonly Route[] = [
  ...logRoutes({
    path: '/aps/sync/run',
    kind: 'syncRun',
    summary: 'Runs of synchronizations',
    filters: RUN_FILTERS,
    row: runSchema,
    page: (_context, asked, limit, offset) => runPage(asked, limit, offset),
    count: (_context, asked) => runCount(asked),
    view: ({ language }, row) => runView(language, row),
  }),
  ...logRoutes({
    path: '/aps/sync/push',
    kind: 'syncPush',
    summary: 'Pushes of records to other systems',
    filters: PUSH_FILTERS,
    row: pushSchema,
    page: ({ principal }, asked, limit, offset) => pushPage(asked, principal, limit, offset),
    count: ({ principal }, asked) => pushCount(asked, principal),
    view: ({ language }, row) => pushView(language, row),
  }),
  defineRoute({
    method: 'POST',
    path: '/aps/sync/run/detail',
    right: VIEW,
    summary: `One run with the rows that were refused, ${REFUSED_PAGE} at a time, each with its reasons`,
    mode: 'read',
    body: Type.Object({
      id: Type.String({ pattern: String.raw`^\d{1,18}$` }),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    }),
    data: Type.Object({ run: runSchema, rows: Type.Array(refusedSchema) }),
    handler: (tx, context, { body }) => runDetail(tx, context, body.id, body.page ?? 1) as never,
  }),
]
