import { type TProperties, Type } from 'typebox'
import { text } from '#kernel/platform/http/wire-schemas.ts'
import { distributorRows, distributorsOf, tradeTermsOf } from '#areas/customer/customer.facade.ts'
import {
  CHOICES,
  curTopAreaId,
  currenciesOf,
  SELECTOR_BASE,
  selectorArea,
  selectorAreas,
  selectorParams,
  topAreaIdList,
} from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { notRequired } from '#kernel/engine/document/list/selector.ts'
import { selectorRoute } from '#kernel/engine/document/list/selector-route.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { classificationsOf, materialRows, materialsOf, skuRows, skusOf, spuRows, spusOf } from './selector.queries.ts'

const keyword = Type.Optional(Type.String({ maxLength: 100 }))
const productId = Type.Optional(Type.Union([Type.String({ maxLength: 20 }), Type.Integer()]))

const categoryTopCode = Type.Optional(Type.String({ maxLength: 64 }))

const dayOf = ({ principal, now }: Pick<RequestContext, 'principal' | 'now'>): string => dayIn(principal.timezone, now)
const idOf = (id: string | number | undefined): string | undefined => (id === undefined ? undefined : String(id))

const currencies = defineRoute({
  method: 'POST',
  path: `${SELECTOR_BASE}/currency/list`,
  right: CHOICES,
  summary: 'Currencies of an area, its own first',
  mode: 'read',
  params: selectorParams,
  body: Type.Object({ curTopAreaId }),
  data: Type.Array(Type.Object({ currency: text })),
  async handler(tx, context, { body, params }) {
    return tx.rows(currenciesOf(await selectorArea(context, tx, params, body)))
  },
})

const ofArea = <const F extends TProperties>(path: string, filters: F) => ({
  path: `${SELECTOR_BASE}/${path}`,
  right: CHOICES,
  params: selectorParams,
  filters: { curTopAreaId, ...filters },
})

const distributors = selectorRoute({
  ...ofArea('distributor/list', {
    distributorBelongType: Type.Optional(Type.Enum([1, 2])),
    parentCode: Type.Optional(Type.String({ maxLength: 64, description: 'dealers of this distributor alone' })),
    withPartners: Type.Optional(
      Type.Boolean({ description: 'to people of a customer also whom they buy from, and who buys from them' }),
    ),
  }),
  summary: 'Customers of an area that are in use: distributors (distributorBelongType 1) or dealers (2)',
  most: 9999,
  rows: distributorRows,
  async select({ tx, context, body, params, selection }) {
    const area = await selectorArea(context, tx, params, body)
    return distributorsOf(context.principal, area.id, body.distributorBelongType ?? 1, selection, body)
  },
})

const tradeTerms = defineRoute({
  method: 'POST',
  path: `${SELECTOR_BASE}/trade-term/list`,
  right: CHOICES,
  summary: 'Trade terms that customers of an area are configured for, or one customer',
  mode: 'read',
  params: selectorParams,
  body: Type.Object({ curTopAreaId, distributorCode: notRequired(Type.String({ maxLength: 64 })) }),
  data: Type.Array(text),
  async handler(tx, context, { body, params }) {
    const area = await selectorArea(context, tx, params, body)
    const rows = await tx.rows(tradeTermsOf(context.principal, area.id, body.distributorCode || undefined))
    return rows.map(({ code }) => code)
  },
})

/** The spec asks for 1000 SKU, or for all with 9999. */
const skuList = { most: 9999, usual: 1000, rows: skuRows } as const

const skus = selectorRoute({
  ...ofArea('product/sku/list', { skuSearchKeyWord: keyword, productId, categoryTopCode }),
  ...skuList,
  summary: 'SKU in life, by code, name or EAN, of one SPU, or of a top category (mobile, accessories)',
  async select({ tx, context, body, params, selection }) {
    await selectorArea(context, tx, params, body)
    const { categoryTopCode: top } = body
    const filter = {
      bizSystem: params.bizSystem,
      day: dayOf(context),
      productId: idOf(body.productId),
      categoryTopCode: top,
    }
    return skusOf(filter, body.skuSearchKeyWord ?? selection.keyword, selection)
  },
})

const skusBySpu = selectorRoute({
  ...ofArea('product/sku/list/by/spu', { productId }),
  ...skuList,
  summary: 'SKU in life of one SPU; none where none is named',
  async select({ tx, context, body, params, selection }) {
    await selectorArea(context, tx, params, body)
    const filter = { bizSystem: params.bizSystem, day: dayOf(context), productId: idOf(body.productId) ?? '' }
    return skusOf(filter, selection.keyword, selection)
  },
})

const spus = selectorRoute({
  ...ofArea('product/spu/list', {
    topAreaIdList,
    skuSourceType: Type.Optional(Type.Union([Type.Enum([1, 2]), Type.Enum(['1', '2'])])),
    categoryTopCode,
  }),
  summary: 'SPU with SKU in life, of a source system (skuSourceType) and a top category (mobile, accessories)',
  most: 999,
  rows: spuRows,
  async select({ tx, context, body, params, selection }) {
    const areas = await selectorAreas(context, tx, params, body)
    // Products belong to all areas; a caller who names only areas outside their scope gets nothing.
    if (areas.length === 0) return null
    const { categoryTopCode } = body
    const filter = { bizSystem: params.bizSystem, day: dayOf(context), categoryTopCode }
    return spusOf({ ...filter, skuSourceType: idOf(body.skuSourceType) }, selection)
  },
})

/** The two lists of materials differ in whether the area's market counts. */
function materialRoute(path: string, summary: string, isMarket: boolean): Route {
  return selectorRoute({
    ...ofArea(path, { materialSearchKeyWord: keyword, materialCode: keyword, productId }),
    summary,
    most: 1000,
    rows: materialRows,
    async select({ tx, context, body, params, selection }) {
      const area = await selectorArea(context, tx, params, body)
      const { materialCode } = body
      const filter = { bizSystem: params.bizSystem, day: dayOf(context), productId: idOf(body.productId), materialCode }
      return materialsOf(filter, body.materialSearchKeyWord ?? selection.keyword, selection, isMarket ? area.id : null)
    },
  })
}

const classifications = defineRoute({
  method: 'POST',
  path: `${SELECTOR_BASE}/db/classification/list`,
  right: CHOICES,
  summary: 'Price classifications of an area or of several, each once by its id and the area it comes from',
  mode: 'read',
  params: selectorParams,
  body: Type.Object({ curTopAreaId, topAreaIdList }),
  data: Type.Array(Type.Object({ id: text, fromIdcCode: text, classificationName: text, classificationCode: text })),
  async handler(tx, context, { body, params }) {
    const areas = await selectorAreas(context, tx, params, body)
    const ids = [...new Set(areas.map(({ id }) => id))]
    const rows = await tx.rows(classificationsOf(ids, context.language))
    return [...new Map(rows.map((row) => [`${row.id} ${row.fromIdcCode}`, row])).values()]
  },
})

export const selectorRoutes: readonly Route[] = [
  currencies,
  distributors,
  tradeTerms,
  skus,
  skusBySpu,
  spus,
  materialRoute('sku/material/list', 'Material numbers of SKU in life', false),
  materialRoute('market/material/list', 'Material numbers of SKU that are sold in the area', true),
  classifications,
]
