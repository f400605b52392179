import { type TProperties, Type } from 'typebox'
import { isDay } from '#kernel/base/clock/day.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { filterSchemas } from '#kernel/engine/read-list/list-schemas.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { priceErrors } from '../price.errors.ts'
import { type ComparisonFilter, priceComparison } from './price-comparison.list.ts'
import { comparedPrices, type Comparison, countCompared, type Side } from './price-comparison.queries.ts'
import { priceComparison as en } from './price-comparison.en.ts'
import { priceComparison as zh } from './price-comparison.zh.ts'

interface Filters {
  readonly areaId?: string | number
  readonly classificationCode?: string
  readonly currency?: string
  readonly asOf?: string
  readonly otherAreaId?: string | number
  readonly otherClassificationCode?: string
  readonly otherCurrency?: string
  readonly otherAsOf?: string
  readonly skuCode?: string | readonly string[]
  readonly spuCode?: string
  readonly tradeTermCode?: string
  readonly shown?: ComparisonFilter | ''
}

type Query = ListQuery<Filters, undefined>

const invalid = (field: keyof Filters, reason: string) =>
  new Refused(httpErrors.invalidField({ field, reason }, { field }))
const given = (value: string | number | undefined): string | null => String(value ?? '').trim() || null

function needed(asked: Filters, field: 'areaId' | 'classificationCode' | 'otherClassificationCode'): string {
  const value = given(asked[field])
  if (value === null) throw invalid(field, 'missing')
  return value
}

function dayAt(asked: Filters, field: 'asOf' | 'otherAsOf'): string | null {
  const value = given(asked[field])
  if (value !== null && (!isDay(value) || value.startsWith('0000'))) throw invalid(field, 'invalid')
  return value
}

/** The beginning of a code, or whole codes. */
function skusOf(asked: Filters['skuCode'] = []): readonly string[] {
  const codes = typeof asked === 'string' ? [asked] : asked
  return codes.map((code) => code.trim().toUpperCase()).filter((code) => code !== '')
}

/** Both sides: what the right one does not say is as on the left. Two areas need a classification each, because a classification is of one area. */
function sidesOf(asked: Filters, now: Date): Pick<Comparison, 'left' | 'right'> {
  const areaId = Number(needed(asked, 'areaId'))
  const otherArea = given(asked.otherAreaId)
  const isOfTwo = otherArea !== null && Number(otherArea) !== areaId
  const [day, otherDay] = [dayAt(asked, 'asOf'), dayAt(asked, 'otherAsOf')]
  const yearOf = (of: string | null) => Number((of ?? now.toISOString()).slice(0, 4))
  const left: Side = {
    areaId,
    classificationCode: needed(asked, 'classificationCode'),
    currency: given(asked.currency),
    day,
    year: yearOf(day),
  }
  const right: Side = {
    areaId: isOfTwo ? Number(otherArea) : areaId,
    classificationCode: isOfTwo
      ? needed(asked, 'otherClassificationCode')
      : (given(asked.otherClassificationCode) ?? left.classificationCode),
    currency: given(asked.otherCurrency) ?? (isOfTwo ? null : left.currency),
    day: otherDay ?? day,
    year: yearOf(otherDay ?? day),
  }
  const isSame = !isOfTwo && right.classificationCode === left.classificationCode && right.day === left.day
  // Rows of one area meet by their currency.
  if (!isOfTwo && right.currency !== left.currency) throw invalid('otherCurrency', 'invalid')
  if (isSame) throw new Refused(priceErrors.comparedSame({}, { field: 'otherClassificationCode' }))
  return { left, right }
}

const comparisonOf = ({ asked, now }: Pick<Query, 'asked' | 'now'>): Comparison => ({
  ...sidesOf(asked, now),
  skuCodes: skusOf(asked.skuCode),
  spuCode: given(asked.spuCode),
  tradeTermCode: given(asked.tradeTermCode),
  shown: asked.shown || null,
})

const wireArea = Type.Optional(
  Type.Union([Type.String({ pattern: String.raw`^\d{0,9}$` }), Type.Integer({ minimum: 0, maximum: 999_999_999 })]),
)
const sku = Type.String({ maxLength: 64 })
const wireSkus = Type.Optional(Type.Union([sku, Type.Array(sku, { maxItems: 100 })]))
const amounts = (...names: readonly string[]): TProperties =>
  Object.fromEntries(names.map((name) => [name, nullable(money)]))
const texts = (...names: readonly string[]): TProperties =>
  Object.fromEntries(names.map((name) => [name, nullable(text)]))

const row = Type.Object(
  {
    id: text,
    skuCode: text,
    skuName: nullable(text),
    tradeTermCode: text,
    ...texts('leftId', 'rightId', 'leftCurrency', 'rightCurrency', 'differencePercent', 'reportingPercent'),
    ...texts('leftTax', 'rightTax', 'leftTaxRate', 'rightTaxRate', 'leftFrom', 'leftTo', 'rightFrom', 'rightTo'),
    ...texts('leftMargin', 'rightMargin'),
    ...amounts('leftPrice', 'rightPrice', 'difference', 'leftReporting', 'rightReporting', 'leftCost', 'rightCost'),
  },
  { title: 'ComparedPrice' },
)

/** In every zone a day begins at a full quarter of an hour, so within a quarter no price begins or ends by itself. */
const QUARTER = 900_000

export const priceComparisonList = serveList(priceComparison, {
  summaries: {
    page: 'Prices of two classifications, of two days or of two areas by product and trade term: both, and their difference',
    count: 'How many rows of the comparison match',
  },
  filters: {
    ...(filterSchemas(priceComparison) as TProperties),
    areaId: wireArea,
    otherAreaId: wireArea,
    skuCode: wireSkus,
  },
  row,
  address: (query: Query) => ({
    kind: 'priceRow',
    filters: [
      'priceComparison',
      comparisonOf(query),
      Math.floor(query.now.getTime() / QUARTER),
      limitMark(query.principal),
    ],
    scope: query.principal.scope,
  }),
  page: (tx, query, place) =>
    tx.rows(comparedPrices(query, query.language, comparisonOf(query), query.sort, place)) as never,
  count: (query, most) => countCompared(query, comparisonOf(query), most),
  key: 'id',
  texts: { priceComparison: { en, zh } },
  rows: (query) => comparedPrices(query, query.language, comparisonOf(query), query.sort, null),
})
