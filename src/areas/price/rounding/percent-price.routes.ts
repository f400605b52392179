import { Type } from 'typebox'
import { areaById } from '#areas/organisation/organisation.facade.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { amount } from '#kernel/base/money/money.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { money, nullable, oneOf, text } from '#kernel/platform/http/wire-schemas.ts'
import { priceErrors } from '../price.errors.ts'
import { priceByPercent, ROUNDING_DIRECTIONS, ruleOf } from '../shared/price-rounding.rules.ts'
import { pricesOfDay } from './percent-price.queries.ts'
import { roundingRules } from './rounding.server.ts'

/** How a price that is changed in percent is rounded. */
export const roundingSchema = Type.Object(
  { step: text, ending: nullable(text), direction: oneOf(ROUNDING_DIRECTIONS) },
  { title: 'PriceRounding' },
)

const code = Type.String({ maxLength: 64 })
const optional = Type.Optional(nullable(code))
/** As many lines as a form shows at once. */
const MOST = 200

const invalid = (field: string, reason = 'invalid') =>
  new Refused(httpErrors.invalidField({ field, reason }, { field }))

const percentPrices = defineRoute({
  method: 'POST',
  path: '/aps/gs/price/percent/check',
  right: 'price.review.submit',
  summary:
    'What products would cost after a change in percent of what stands in the list on a day: the exact price and the one rounded by the rule of area and currency',
  mode: 'read',
  body: Type.Object(
    {
      areaId: Type.Union([Type.String({ maxLength: 16 }), Type.Integer()]),
      classificationCode: optional,
      customerCode: optional,
      tradeTermCode: code,
      currency: Type.String({ maxLength: 3 }),
      day: Type.String({ maxLength: 10 }),
      percent: Type.String({ pattern: String.raw`^-?\d{1,7}(\.\d{1,2})?$` }),
      skuCodes: Type.Array(code, { minItems: 1, maxItems: MOST }),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({
    rounding: roundingSchema,
    prices: Type.Array(
      Type.Object({ skuCode: text, before: nullable(money), exact: nullable(text), price: nullable(money) }),
      { description: 'in the order of the request; without a price where the list has none' },
    ),
  }),
  async handler(tx, context, { body }) {
    const area = await areaById(context, tx, String(body.areaId))
    const [classificationCode, customerCode] = [body.classificationCode || null, body.customerCode || null]
    if (classificationCode === null && customerCode === null)
      throw new Refused(priceErrors.partyMissing({}, { field: 'classificationCode' }))
    if (classificationCode !== null && customerCode !== null)
      throw new Refused(priceErrors.partyTwice({}, { field: 'customerCode' }))
    if (!isDay(body.day) || body.day.startsWith('0000')) throw invalid('day')
    // A cut of 100 % or more leaves no price.
    if (amount(body.percent).lte(-100)) throw invalid('percent')
    const { tradeTermCode, currency, day, percent, skuCodes } = body
    const party = { areaId: area.id, classificationCode, customerCode, tradeTermCode, currency, day }
    const [found, rules] = await Promise.all([
      tx.rows(pricesOfDay(context.principal, party, skuCodes)),
      roundingRules(tx),
    ])
    const rounding = ruleOf(rules, area.id, currency)
    const before = new Map(found.map(({ skuCode, price }) => [skuCode, price]))
    return {
      rounding,
      prices: skuCodes.map((skuCode) => {
        const price = before.get(skuCode)
        if (price === undefined) return { skuCode, before: null, exact: null, price: null }
        const { exact, rounded } = priceByPercent(price, percent, rounding)
        return { skuCode, before: price, exact, price: rounded }
      }),
    }
  },
})

export const percentRoutes: readonly Route[] = [percentPrices]
