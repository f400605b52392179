import { jobTitleOf } from '../shared/job-title.facts.ts'
import { Type } from 'typebox'
import { required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { mayAt, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { priceList as en } from '../list/price-rows.en.ts'
import { priceList as zh } from '../list/price-rows.zh.ts'
import { priceRowSchema } from '../list/price-row-schema.ts'
import { priceRowFile } from '../list/price-row-file.server.ts'
import { priceRows } from '../list/price-row.list.ts'
import { allPriceRows, countPriceRows, priceRowsOf } from '../list/price-rows.queries.ts'
import { PRICE_ROLE } from '../shared/price-role.ts'
import { priceChange, priceDetail } from './price-row-schemas.ts'
import {
  changesOfKey,
  costOriginOf,
  countChanges,
  type FoundChange,
  oneChange,
  rowOfChange,
  rowsOfKey,
  seenRow,
  type SeenRow,
} from './price-row.queries.ts'

const RIGHT = priceRows.right
const id = Type.String({ pattern: String.raw`^\d{1,18}$` })
const code = Type.String({ maxLength: 64 })
const byId = Type.Object({ id }, { additionalProperties: false })

/** The price of the list with this id; another reader's is as absent as an unknown one. */
async function seen(tx: Tx, context: RequestContext, by: Parameters<typeof seenRow>[1]): Promise<SeenRow> {
  return required(await tx.first(seenRow(context, by)), httpErrors.notFound())
}

async function shown(tx: Tx, context: RequestContext, ids: readonly string[]) {
  return tx.rows(priceRowsOf(context, context.language, {}, ids))
}

const detail = defineRoute({
  method: 'POST',
  path: '/aps/gs/price/detail',
  right: RIGHT,
  summary: 'One version of a price of the list',
  mode: 'read',
  body: byId,
  data: priceRowSchema,
  async handler(tx, context, { body }) {
    const [row] = await shown(tx, context, [(await seen(tx, context, body)).id])
    return required(row, httpErrors.notFound()) as never
  },
})

const detailV2 = defineRoute({
  method: 'POST',
  path: '/aps/price/detail/v2',
  right: RIGHT,
  summary: 'One version of a price of the list, what became of it, and everything that stands of the same key',
  mode: 'read',
  body: byId,
  data: priceDetail,
  async handler(tx, context, { body }) {
    const { id: own, keyId, scopeId, endedBy, endedAt, current } = await seen(tx, context, body)
    const standing = (await tx.rows(rowsOfKey(keyId))).map((each) => each.id)
    const rows = await shown(tx, context, [own, ...standing])
    const [row, ...intervals] = rows
    const origin = mayAt(context.principal, PRICE_ROLE.cost, scopeId) ? await tx.first(costOriginOf(own)) : undefined
    return {
      row: required(row, httpErrors.notFound()),
      costOrigin: origin?.origin ?? null,
      ended: endedBy !== null && endedAt !== null ? { by: endedBy, at: endedAt.toISOString(), current } : null,
      intervals,
    } as never
  },
})

/** Changes with what followed from each. */
function nested(found: readonly FoundChange[]) {
  const wire = (change: FoundChange) => ({ ...change, parentId: undefined, at: change.at.toISOString() })
  return found
    .filter(({ parentId }) => parentId === null)
    .map((change) => ({
      ...wire(change),
      children: found.filter(({ parentId }) => parentId === change.id).map(wire),
    }))
}

const PAGE = 20

const history = defineRoute({
  method: 'POST',
  path: '/aps/price/history/get',
  right: RIGHT,
  summary:
    'What happened to the prices of a key, the newest first: who, when, by which document, and what followed by itself',
  mode: 'read',
  body: Type.Union([
    Type.Object(
      {
        id,
        page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        areaId: Type.Integer({ minimum: 0, maximum: 999_999_999 }),
        classificationCode: Type.Optional(nullable(code)),
        customerCode: Type.Optional(nullable(code)),
        skuCode: code,
        tradeTermCode: code,
        currency: code,
        page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      },
      { additionalProperties: false },
    ),
  ]),
  data: Type.Object({ records: Type.Array(priceChange), recordTotal: Type.Integer() }),
  async handler(tx, context, { body }) {
    const { page = 1, limit = PAGE } = body
    const by =
      'id' in body
        ? { id: body.id }
        : { ...body, classificationCode: body.classificationCode || null, customerCode: body.customerCode || null }
    const { keyId } = await seen(tx, context, by)
    const found = await tx.rows(changesOfKey[context.language](keyId, limit, (page - 1) * limit))
    return { records: nested(found), recordTotal: (await tx.first(countChanges(keyId)))?.total ?? 0 } as never
  },
})

const changeDetail = defineRoute({
  method: 'POST',
  path: '/aps/price/history/change/detail',
  right: RIGHT,
  summary: 'One change of a price with everything that followed from it, and the prices before and after it',
  mode: 'read',
  body: byId,
  data: Type.Object({ change: priceChange, before: nullable(priceRowSchema), after: nullable(priceRowSchema) }),
  async handler(tx, context, { body }) {
    const found = required(await tx.first(rowOfChange(body.id)), httpErrors.notFound())
    // A price that ended without another one has a row before its change.
    const ofChange = found.id ?? undefined
    const rows = nested(await tx.rows(oneChange[context.language](body.id)))
    const change = required(rows[0], httpErrors.notFound())
    await seen(tx, context, { id: required(ofChange ?? rowIn(change), httpErrors.notFound()) })
    const sides = [change.before?.id, change.after?.id]
    const shownRows = await shown(
      tx,
      context,
      sides.filter((each) => each !== undefined),
    )
    const [before, after] = sides.map((side) => shownRows.find((row) => row['id'] === side) ?? null)
    return { change, before, after } as never
  },
})

/** Any row that a change is about: the end of a price writes its rest as a change that follows. */
function rowIn({ children }: ReturnType<typeof nested>[number]): string | undefined {
  return children.flatMap(({ before, after }) => [before?.id, after?.id]).find((each) => each !== undefined)
}

const role = defineRoute({
  method: 'POST',
  path: '/aps/price/role/get',
  right: RIGHT,
  summary: 'Which of cost, margin and floor the caller may see, anywhere or in an organisation, and their creator role',
  mode: 'read',
  body: Type.Object({ scopeId: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 })) }),
  data: Type.Object({
    cost: Type.Boolean(),
    margin: Type.Boolean(),
    floor: Type.Boolean(),
    creatorRole: nullable(text),
  }),
  async handler(tx, { principal }, { body }) {
    const may = (right: string) => mayAt(principal, right, body.scopeId ?? null)
    return {
      cost: may(PRICE_ROLE.cost),
      margin: may(PRICE_ROLE.margin),
      floor: may(PRICE_ROLE.floor),
      creatorRole: (await tx.first(jobTitleOf(principal.userId)))?.title ?? null,
    }
  },
})

interface KeyFilter {
  readonly id: string
}

/** The file of what stands of one price's key. */
export const priceDetailExports: readonly ListExport[] = serveList(
  {
    ...priceRowFile,
    name: 'priceRowDetail',
    path: '/aps/price/detail',
    calls: { export: 'export' },
    polled: '/aps/price/detail/async/export',
    title: 'priceList.ofKey',
    filters: [{ kind: 'text', name: 'id', title: 'priceList.ofKey' }],
  },
  {
    summaries: { page: '', count: '' },
    filters: { id },
    async within(tx, reader, _params, { id: asked }: KeyFilter) {
      return required(await tx.first(seenRow(reader, { id: asked })), httpErrors.notFound()).keyId
    },
    address: ({ principal, within }: ListQuery<KeyFilter, number>) => ({
      kind: 'priceRow',
      filters: ['priceRowDetail', within],
      scope: principal.scope,
    }),
    page: async () => [],
    count: (query) => countPriceRows(query, { keyId: query.within }),
    key: 'id',
    texts: { priceList: { en, zh } },
    rows: (query) => allPriceRows(query, query.language, { keyId: query.within }, ['effectiveFrom']),
  },
).exports

export const priceRowRoutes: readonly Route[] = [detail, detailV2, history, changeDetail, role]
