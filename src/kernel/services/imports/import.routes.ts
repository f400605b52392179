import { Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { pageOf } from '#kernel/platform/http/paging.ts'
import { required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { requireFresh } from '#kernel/platform/access/session-limits.ts'
import { SETTING_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import {
  cancelRun,
  discardRun,
  type HeldRun,
  holdRun,
  type ImportAct,
  resumeRun,
  startRun,
  undoRunAsked,
} from './import-acts.ts'
import { actBody, pageBody, resumeBody, rowsBody, runBody, saveBody } from './import-schema.ts'
import { kindSchema, rowSchema, runSchema } from './import-wire.ts'
import { countAsked, countProblems, ROW_CHOICES, rowPage, type RowChoice, rowsByNumber } from './import-rows.ts'
import { type ImportRun, runCount, runOf, runPage } from './import-run.ts'
import { rowViews, runView } from './import-view.ts'
import { definitionOf, importerOf, type ImportServices, mustSeeRows } from './importer.ts'
import { mendRows } from './mend-rows.ts'

const OWN = { signedIn: 'everyone sees the imports of his own; each kind asks for its own right, at every call' }
const base = '/aps/import'

type Services = Pick<ImportServices, 'definitions'>

/** The caller's own run, while they hold the right to its kind. */
export async function ownRun(tx: Tx, context: RequestContext, { definitions }: Services, importId: string) {
  const run = required(await tx.first(runOf(context.principal.userId, importId)), httpErrors.notFound())
  const definition = definitionOf(definitions, run.kind)
  importerOf(definition, run, context.principal, context.now)
  return { run, definition }
}

export function importRoutes(services: Services): Route[] {
  return [
    kinds(services),
    queryPage(services),
    detail(services),
    rows(services),
    save(services),
    defineRoute({
      method: 'POST',
      path: `${base}/run`,
      right: OWN,
      summary: 'Write the rows of an import: all of them or none, or the good ones',
      mode: 'write',
      body: runBody,
      data: runSchema,
      handler: (tx, context, { body }) =>
        act(tx, context, services, body, true, (held) => startRun(tx, context, held, body.mode, body.reason ?? '')),
    }),
    actRoute(services, 'cancel', 'Cancel what an import is doing, at the border of a batch', cancelRun, false),
    defineRoute({
      method: 'POST',
      path: `${base}/resume`,
      right: OWN,
      summary: 'Go on with the rows of an import that are not written yet',
      mode: 'write',
      body: resumeBody,
      data: runSchema,
      handler: (tx, context, { body }) =>
        act(tx, context, services, body, true, (held) => resumeRun(tx, context, held, body.reason ?? '')),
    }),
    actRoute(services, 'undo', 'Take back all that an import wrote, or nothing', undoRunAsked, true),
    actRoute(services, 'discard', 'Give up an import that has written nothing', discardRun, false),
  ]
}

type Act = (tx: Tx, context: RequestContext, held: HeldRun) => Promise<ImportRun>

function actRoute(services: Services, name: string, summary: string, does: Act, writes: boolean): Route {
  return defineRoute({
    method: 'POST',
    path: `${base}/${name}`,
    right: OWN,
    summary,
    mode: 'write',
    body: actBody,
    data: runSchema,
    handler: (tx, context, { body }) => act(tx, context, services, body, writes, (held) => does(tx, context, held)),
  })
}

async function act(
  tx: Tx,
  context: RequestContext,
  { definitions }: Services,
  body: ImportAct,
  writes: boolean,
  does: (held: HeldRun) => Promise<ImportRun>,
) {
  const held = await holdRun(tx, context, definitions, body)
  if (writes && held.definition.stepUp && !held.isRepeat) requireFresh(context)
  const run = held.isRepeat ? held.run : await does(held)
  return runView(tx, run, held.definition, context)
}

function queryPage({ definitions }: Services): Route {
  return defineRoute({
    method: 'POST',
    path: `${base}/queryPage`,
    right: OWN,
    summary: "The caller's imports, newest first",
    mode: 'read',
    personal: true,
    body: pageBody,
    data: Type.Object({ records: Type.Array(runSchema), recordTotal: Type.Integer() }),
    async handler(tx, context, { body }) {
      const { limit, offset } = pageOf({ limit: body.limit ?? 10, page: body.page ?? 1 })
      const { userId } = context.principal
      const kinds = kindsOf(context, definitions).map(({ name }) => name)
      const asked = body.kind ? kinds.filter((kind) => kind === body.kind) : kinds
      const state = body.state ?? null
      const runs = await tx.rows(runPage(userId, asked, state, limit, offset))
      const count = await tx.first(runCount(userId, asked, state))
      const records = []
      for (const run of runs) {
        const definition = definitionOf(definitions, run.kind)
        records.push(await runView(tx, run, definition, context))
      }
      return { records, recordTotal: count?.total ?? 0 }
    },
  })
}

function kindsOf(context: RequestContext, definitions: Services['definitions']) {
  return [...definitions.values()].filter(({ right }) => holds(context, right))
}

function kinds({ definitions }: Services): Route {
  return defineRoute({
    method: 'POST',
    path: `${base}/kinds`,
    right: OWN,
    summary: 'What the caller may import',
    mode: 'read',
    body: Type.Object({}),
    data: Type.Array(kindSchema),
    handler: (_tx, context) =>
      Promise.resolve(
        kindsOf(context, definitions).map(({ name, title, params = {} }) => ({
          kind: name,
          title: title(context.language),
          hasParams: Object.keys(params).length > 0,
        })),
      ),
  })
}

function holds({ principal }: RequestContext, right: string): boolean {
  return principal.superAdmin || principal.rights.has(right)
}

function detail(services: Services): Route {
  return defineRoute({
    method: 'POST',
    path: `${base}/detail`,
    right: OWN,
    summary: "One of the caller's imports as it stands",
    mode: 'read',
    personal: true,
    body: Type.Object({ importId: Type.String({ maxLength: 32 }) }),
    data: runSchema,
    async handler(tx, context, { body }) {
      const { run, definition } = await ownRun(tx, context, services, body.importId)
      return runView(tx, run, definition, context)
    },
  })
}

function rows(services: Services): Route {
  return defineRoute({
    method: 'POST',
    path: `${base}/rows`,
    right: OWN,
    summary: 'Rows of an import as they were read: what each would do, before and after, and what is wrong',
    mode: 'read',
    personal: true,
    body: rowsBody,
    data: Type.Object({ records: Type.Array(rowSchema), recordTotal: Type.Integer() }),
    async handler(tx, context, { body }) {
      const { run, definition } = await ownRun(tx, context, services, body.importId)
      mustSeeRows(run, definition, context.principal)
      const show = body.show ?? ROW_CHOICES[0]
      const { limit, offset } = pageOf({ limit: body.limit ?? 50, page: body.page ?? 1 })
      const found = await tx.rows(rowPage(run.id, show, limit, offset))
      return {
        records: rowViews(found, definition, context),
        recordTotal: await totalOf(tx, run, show),
      }
    },
  })
}

async function totalOf(tx: Tx, run: ImportRun, show: RowChoice): Promise<number> {
  if (run.purged_at) return 0
  const { rows_create: create, rows_update: update, rows_same: same, rows_bad: bad, rows_removed: removed } = run
  switch (show) {
    case 'create':
      return create
    case 'update':
      return update
    case 'same':
      return same
    case 'removed':
      return removed
    case 'all':
      return create + update + same + bad + removed
    case 'asked':
      return (await tx.first(countAsked(run.id)))?.total ?? 0
    case 'bad':
      return (await tx.first(countProblems(run.id)))?.total ?? 0
  }
}

function save({ definitions }: Services): Route {
  return defineRoute({
    method: 'POST',
    path: `${base}/rows/save`,
    right: OWN,
    bound: SETTING_BOUND,
    summary: 'Mend rows of an import, or leave them out; they are checked again',
    mode: 'write',
    audit: { hides: ['rows'] },
    body: saveBody,
    data: Type.Object({
      version: Type.Integer(),
      records: Type.Array(rowSchema, { description: 'these rows, and those that their keys had refused' }),
    }),
    async handler(tx, context, { body }) {
      const held = await holdRun(tx, context, definitions, body)
      mustSeeRows(held.run, held.definition, context.principal)
      const mended = held.isRepeat
        ? {
            run: held.run,
            rows: await tx.rows(
              rowsByNumber(
                held.run.id,
                body.rows.map(({ row }) => row),
              ),
            ),
          }
        : await mendRows(tx, context, held, body.rows)
      return {
        version: mended.run.version,
        records: rowViews(mended.rows, held.definition, context),
      }
    },
  })
}
