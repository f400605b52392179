import { Type } from 'typebox'
import { distributorsOf, tradeTermsOf } from '#areas/customer/customer.facade.ts'
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
import { type Selection, selectionOf, selectorBody, selectorData } from '#kernel/engine/document/list/selector.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { nullable } from '#kernel/engine/record/routes/record-wire.ts'
import { classificationsOf, materialsOf, skusOf, spusOf } from './selector.queries.ts'

const text = Type.String()
const keyword = Type.Optional(Type.String({ maxLength: 100 }))
const productId = Type.Optional(Type.Union([Type.String({ maxLength: 20 }), Type.Integer()]))

/** Large tables are not counted for a picker: the answer only says whether there are more. */
function answer<R>(records: readonly R[], { limit, offset }: Selection) {
  const isEnd = records.length < limit && (records.length > 0 || offset === 0)
  return { records: [...records], recordTotal: isEnd ? offset + records.length : null, capped: false }
}

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

const distributors = defineRoute({
  method: 'POST',
  path: `${SELECTOR_BASE}/distributor/list`,
  right: CHOICES,
  summary: 'Customers of an area that are in use: distributors (distributorBelongType 1) or dealers (2)',
  mode: 'read',
  params: selectorParams,
  body: selectorBody(9999, { curTopAreaId, distributorBelongType: Type.Optional(Type.Enum([1, 2])) }),
  data: selectorData({
    distributorCode: text,
    distributorName: text,
    erpCustomerCode: nullable(text),
    businessCustomerCode: nullable(text),
  }),
  async handler(tx, context, { body, params }) {
    const area = await selectorArea(context, tx, params, body)
    const selection = selectionOf(context, body, 9999)
    const { distributorBelongType: type = 1 } = body
    return answer(await tx.rows(distributorsOf(context.principal, area.id, type, selection)), selection)
  },
})

const tradeTerms = defineRoute({
  method: 'POST',
  path: `${SELECTOR_BASE}/trade-term/list`,
  right: CHOICES,
  summary: 'Trade terms that customers of an area are configured for, or one customer',
  mode: 'read',
  params: selectorParams,
  body: Type.Object({ curTopAreaId, distributorCode: Type.Optional(Type.String({ maxLength: 64 })) }),
  data: Type.Array(text),
  async handler(tx, context, { body, params }) {
    const area = await selectorArea(context, tx, params, body)
    const rows = await tx.rows(tradeTermsOf(context.principal, area.id, body.distributorCode))
    return rows.map(({ code }) => code)
  },
})

const skuOption = {
  skuId: text,
  skuName: text,
  skuCode: text,
  eanCode: nullable(text),
  materialCodeStr: text,
}

const skus = defineRoute({
  method: 'POST',
  path: `${SELECTOR_BASE}/product/sku/list`,
  right: CHOICES,
  summary: 'SKU in life, by code, name or EAN, or of one SPU',
  mode: 'read',
  params: selectorParams,
  // The spec asks for 1000, or for all with 9999.
  body: selectorBody(9999, { curTopAreaId, skuSearchKeyWord: keyword, productId }),
  data: selectorData(skuOption),
  async handler(tx, context, { body, params }) {
    await selectorArea(context, tx, params, body)
    const selection = selectionOf(context, body, 1000)
    const filter = { bizSystem: params.bizSystem, day: dayOf(context), productId: idOf(body.productId) }
    return answer(await tx.rows(skusOf(filter, body.skuSearchKeyWord ?? selection.keyword, selection)), selection)
  },
})

const skusBySpu = defineRoute({
  method: 'POST',
  path: `${SELECTOR_BASE}/product/sku/list/by/spu`,
  right: CHOICES,
  summary: 'SKU in life of one SPU; none where none is named',
  mode: 'read',
  params: selectorParams,
  body: selectorBody(9999, { curTopAreaId, productId }),
  data: selectorData(skuOption),
  async handler(tx, context, { body, params }) {
    await selectorArea(context, tx, params, body)
    const selection = selectionOf(context, body, 1000)
    const filter = { bizSystem: params.bizSystem, day: dayOf(context), productId: idOf(body.productId) ?? '' }
    return answer(await tx.rows(skusOf(filter, selection.keyword, selection)), selection)
  },
})

const spus = defineRoute({
  method: 'POST',
  path: `${SELECTOR_BASE}/product/spu/list`,
  right: CHOICES,
  summary: 'SPU with SKU in life, of a source system (skuSourceType) and a top category (mobile, accessories)',
  mode: 'read',
  params: selectorParams,
  body: selectorBody(999, {
    curTopAreaId,
    topAreaIdList,
    skuSourceType: Type.Optional(Type.Union([Type.Enum([1, 2]), Type.Enum(['1', '2'])])),
    categoryTopCode: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  data: selectorData({ productId: text, productName: text, spuCode: text, materialCodes: Type.Array(text) }),
  async handler(tx, context, { body, params }) {
    const areas = await selectorAreas(context, tx, params, body)
    const selection = selectionOf(context, body, 999)
    // Products belong to all areas; a caller who names areas that they may not see gets nothing.
    if (areas.length === 0) return answer([], selection)
    const { categoryTopCode } = body
    const filter = { bizSystem: params.bizSystem, day: dayOf(context), categoryTopCode }
    return answer(await tx.rows(spusOf({ ...filter, skuSourceType: idOf(body.skuSourceType) }, selection)), selection)
  },
})

/** The two lists of materials differ in whether the area's market counts. */
function materialRoute(path: string, summary: string, isMarket: boolean): Route {
  return defineRoute({
    method: 'POST',
    path: `${SELECTOR_BASE}/${path}`,
    right: CHOICES,
    summary,
    mode: 'read',
    params: selectorParams,
    body: selectorBody(1000, { curTopAreaId, materialSearchKeyWord: keyword, productId }),
    data: selectorData({ materialCode: text }),
    async handler(tx, context, { body, params }) {
      const area = await selectorArea(context, tx, params, body)
      const selection = selectionOf(context, body, 1000)
      const filter = { bizSystem: params.bizSystem, day: dayOf(context), productId: idOf(body.productId) }
      const word = body.materialSearchKeyWord ?? selection.keyword
      return answer(await tx.rows(materialsOf(filter, word, selection, isMarket ? area.id : null)), selection)
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
  data: Type.Array(Type.Object({ id: text, fromIdcCode: text, classificationName: text })),
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
