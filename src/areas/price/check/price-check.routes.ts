import { type Static, Type } from 'typebox'
import {
  curTopAreaId,
  SELECTOR_BASE,
  selectorArea,
  selectorParams,
  areaById,
  type Area,
} from '#areas/organisation/organisation.facade.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { mayAt, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { priceRowSchema } from '../list/price-row-schema.ts'
import { priceRows } from '../list/price-row.list.ts'
import { priceRowsOf } from '../list/price-rows.queries.ts'
import { costsOf, type FoundCost } from '../resolution/costs-of.server.ts'
import { answeredMargin, type PriceAnswer } from '../resolution/price-at.rules.ts'
import { priceAt } from '../resolution/price-at.server.ts'
import { PRICE_ROLE } from '../shared/price-role.ts'
import { type PriceOfSku, priceOfSku } from './price-check-schemas.ts'
import { type AskedSku, customerSeen, rowsAsked, skusOfMaterial, skusOfSpu } from './price-check.queries.ts'

const code = Type.String({ maxLength: 64 })
const optional = Type.Optional(nullable(code))

/** Exactly one of a customer and a classification. */
const party = {
  distributorCode: optional,
  classificationCode: optional,
  tradeTermCode: optional,
  currency: Type.Optional(nullable(Type.String({ maxLength: 3 }))),
  /** A day of the area; now without one. */
  day: Type.Optional(nullable(Type.String({ maxLength: 10 }))),
}
const partySchema = Type.Object(party)
type PriceParty = Static<typeof partySchema>

type Shown = Readonly<Record<keyof typeof PRICE_ROLE, boolean>>

/** Which of cost, margin and floor the reader sees in the area. */
function shownAt({ principal }: RequestContext, { scopeId }: Area): Shown {
  const may = (role: keyof typeof PRICE_ROLE) => mayAt(principal, PRICE_ROLE[role], scopeId)
  return { cost: may('cost'), margin: may('margin'), floor: may('floor') }
}

function wire(shown: Shown, answer: PriceAnswer, cost: Omit<FoundCost, 'skuCode'> | undefined): PriceOfSku {
  const { skuCode, parts, missing, list, unused } = answer
  const [first] = parts
  const margin = shown.margin && cost ? answeredMargin(answer, cost.unitCost) : null
  return {
    skuCode,
    price: first?.price ?? null,
    source: first?.source ?? null,
    parts: parts.map((part) => ({ ...part })),
    missing,
    taxMode: list?.taxMode ?? null,
    taxRate: list?.taxRate ?? null,
    from: list ? list.from.toISOString() : null,
    to: list?.to?.toISOString() ?? null,
    unused: { ...unused },
    costBasis: shown.cost ? (cost?.unitCost ?? null) : null,
    costOrigin: shown.cost ? (cost?.costOrigin ?? null) : null,
    margin: margin ? margin.toFixed(2) : null,
    floorMargin: shown.floor ? (cost?.floorMargin ?? null) : null,
  }
}

/** For whom the reader asks: a customer whom they may know, or a classification. */
async function partyOf(
  tx: Tx,
  { principal }: RequestContext,
  area: Area,
  { distributorCode: customer, classificationCode: classification, ...asked }: PriceParty,
) {
  if (Boolean(customer) === Boolean(classification))
    throw new Refused(
      httpErrors.invalidField({ field: 'distributorCode', reason: 'one of both' }, { field: 'distributorCode' }),
    )
  const named = (field: 'tradeTermCode' | 'currency'): string =>
    required(asked[field] || null, httpErrors.invalidField({ field, reason: 'missing' }, { field }))
  const [tradeTermCode, currency] = [named('tradeTermCode'), named('currency')]
  if (asked.day && !isDay(asked.day))
    throw new Refused(httpErrors.invalidField({ field: 'day', reason: 'invalid' }, { field: 'day' }))
  if (customer) required(await tx.first(customerSeen(principal, area.id, customer)), httpErrors.notFound())
  // A classification is for many customers: who is limited to some may not ask for it.
  else if (principal.limits?.['customer_code']) throw new Refused(httpErrors.notFound())
  return { customer: customer || null, classification: classification || null, tradeTermCode, currency }
}

/** Prices of products in an area. */
async function pricesOf(
  tx: Tx,
  context: RequestContext,
  area: Area,
  asked: PriceParty,
  lines: readonly { readonly skuCode: string; readonly quantity: number | null }[],
) {
  const { customer, classification, tradeTermCode, currency } = await partyOf(tx, context, area, asked)
  const found = await priceAt(tx, {
    areaId: area.id,
    customerCode: customer,
    classificationCode: classification,
    tradeTermCode,
    currency,
    at: asked.day || context.now,
    lines,
  })
  const shown = shownAt(context, area)
  // Most costs are in the currency of the price, and are found with it.
  const skus = found.flatMap(({ skuCode, cost }) =>
    cost === null && Object.values(shown).includes(true) ? [skuCode] : [],
  )
  const [now, day] = asked.day ? [null, asked.day] : [context.now, null]
  const converted = skus.length > 0 ? await tx.rows(costsOf(area.id, skus, currency, now, day)) : []
  const bySku = new Map(converted.map((each) => [each.skuCode, each]))
  return found.map((answer) =>
    wire(shown, answer, answer.cost ? { ...answer.cost, costOrigin: null } : bySku.get(answer.skuCode)),
  )
}

const quantity = Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999 }))

const check = defineRoute({
  method: 'POST',
  path: `${SELECTOR_BASE}/price/check`,
  right: priceRows.right,
  summary: 'The price of products for a customer or a classification, and where it comes from',
  mode: 'read',
  params: selectorParams,
  body: Type.Object({
    curTopAreaId,
    ...party,
    lines: Type.Optional(Type.Array(Type.Object({ skuCode: code, quantity }), { maxItems: 500 })),
  }),
  data: Type.Array(priceOfSku),
  async handler(tx, context, { body, params }) {
    const area = await selectorArea(context, tx, params, body)
    return pricesOf(
      tx,
      context,
      area,
      body,
      (body.lines ?? []).map((line) => ({ skuCode: line.skuCode, quantity: line.quantity ?? null })),
    )
  },
})

const intervals = defineRoute({
  method: 'POST',
  path: `${SELECTOR_BASE}/price/check/intervals`,
  right: priceRows.right,
  summary: 'What stands of a product for a customer and for their classification, or for a classification, in time',
  mode: 'read',
  params: selectorParams,
  // Optional for the schema, so that a region that the caller may not see answers first.
  body: Type.Object({ curTopAreaId, ...party, skuCode: optional }),
  data: Type.Array(priceRowSchema),
  async handler(tx, context, { body, params }) {
    const area = await selectorArea(context, tx, params, body)
    const { skuCode } = body
    if (!skuCode)
      throw new Refused(httpErrors.invalidField({ field: 'skuCode', reason: 'missing' }, { field: 'skuCode' }))
    const asked = { areaId: area.id, skuCode, ...(await partyOf(tx, context, area, body)) }
    const ids = (await tx.rows(rowsAsked(context.principal, asked))).map(({ id }) => id)
    return (await tx.rows(priceRowsOf(context, context.language, {}, ids))) as never
  },
})

/** The products of an SPU or of a material with their prices. */
function detailOf<Name extends 'spuCode' | 'materialCode'>(
  path: string,
  name: Name,
  summary: string,
  skusOf: typeof skusOfSpu,
): Route {
  return defineRoute({
    method: 'POST',
    path,
    right: priceRows.right,
    summary,
    mode: 'read',
    body: Type.Object({ areaId: Type.Union([code, Type.Integer()]), [name]: code, ...party }),
    data: Type.Array(priceOfSku),
    async handler(tx, context, { body }) {
      const asked = body as PriceParty & { readonly areaId: string | number } & Record<Name, string>
      const area = await areaById(context, tx, String(asked.areaId))
      const skus: readonly AskedSku[] = await tx.rows(skusOf[context.language](asked[name]))
      const prices = await pricesOf(
        tx,
        context,
        area,
        asked,
        skus.map(({ skuCode }) => ({ skuCode, quantity: null })),
      )
      return prices.map((price, index) => ({ ...price, ...skus[index]! }))
    },
  })
}

export const priceCheckRoutes: readonly Route[] = [
  check,
  intervals,
  detailOf('/aps/price/spu/detail', 'spuCode', 'The products of an SPU with their prices', skusOfSpu),
  detailOf(
    '/aps/price/material/detail',
    'materialCode',
    'The products of a material with their prices',
    skusOfMaterial,
  ),
]
