import { Type } from 'typebox'
import { may, type RequestContext, scopeOf } from '#kernel/platform/access/principal.ts'
import { readPage } from '#kernel/platform/db/page.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { TotalAddress } from '#kernel/platform/http/totals.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { knownRecord } from '#kernel/engine/record/known-records.ts'
import { syncErrors } from '#kernel/services/sync/sync.errors.ts'
import { integrationPage as en } from '../locale/page.en.ts'
import { integrationPage as zh } from '../locale/page.zh.ts'
import { filterSchemas, type LogFilters, logFilterValues } from './log-filters.server.ts'
import { pushSchema, refusedSchema, runSchema } from '../integration-wire.ts'
import { allPushes, PUSH_FILTERS, pushCount, pushPage, pushView } from './push.queries.ts'
import { allRuns, refusedRows, refusedView, RUN_FILTERS, runById, runCount, runPage, runView } from './run.queries.ts'
import { syncPushes, syncRuns } from './sync-log.list.ts'

const VIEW = 'integration.log.view'
const REFUSED_PAGE = 50

type Values = Readonly<Record<string, unknown>>
type Query = ListQuery<Values, undefined>

/** The parts that both logs share: pages are newest first, whichever order a call names. */
function sharedOf(kind: string, filters: LogFilters, summary: string) {
  return {
    summaries: { page: `${summary}: one page, newest first`, count: `${summary}: how many match` },
    filters: filterSchemas(filters),
    sort: Type.Array(Type.String(), { maxItems: 3 }),
    address: ({ principal: { scope }, asked }: Query): TotalAddress => ({
      kind,
      filters: logFilterValues(filters, asked),
      scope: scope === 'all' ? 'all' : scope.toSorted((a, b) => a - b),
    }),
    key: 'id',
    texts: { integrationPage: { en, zh } },
  }
}

const runs = serveList(syncRuns, {
  ...sharedOf('syncRun', RUN_FILTERS, 'Runs of synchronizations'),
  row: runSchema,
  page: async (tx, { asked, language }, { limit, offset }) =>
    (await readPage(tx, runPage(asked, limit, offset))).map((row) => runView(language, row)),
  count: ({ asked }) => runCount(asked),
  rows: ({ asked }) => allRuns(asked),
  rowOf: ({ language }, row) => runView(language, row),
})

const pushes = serveList(syncPushes, {
  ...sharedOf('syncPush', PUSH_FILTERS, 'Pushes of records to other systems'),
  row: pushSchema,
  page: async (tx, { asked, principal, language }, { limit, offset }) =>
    (await readPage(tx, pushPage(asked, principal, limit, offset))).map((row) => pushView(language, row)),
  count: ({ asked, principal }) => pushCount(asked, principal),
  rows: ({ asked, principal }) => allPushes(asked, principal),
  rowOf: ({ language }, row) => pushView(language, row),
})

export const logExports: readonly ListExport[] = [...runs.exports, ...pushes.exports]

/** Refused rows hold what they say of a record: shown to who may view such records everywhere, with their secrets. */
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
  ...runs.routes,
  ...pushes.routes,
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
    handler: (tx, context, { body }) => runDetail(tx, context, body.id, body.page ?? 1),
  }),
]
