import { Type } from 'typebox'
import { money, nullable, oneOf, text } from '#kernel/platform/http/wire-schemas.ts'
import { PRICE_STATES, type PriceState } from './price-row.list.ts'

/** A price of the list as calls answer it. */
export const priceRowSchema = Type.Object(
  {
    id: text,
    rowId: text,
    version: Type.Integer(),
    no: nullable(text),
    sourceType: text,
    skuCode: text,
    skuName: text,
    spuCode: text,
    areaId: text,
    areaName: text,
    classificationCode: nullable(text),
    classificationName: nullable(text),
    customerCode: nullable(text),
    customerName: nullable(text),
    tradeTermCode: text,
    currency: text,
    previousPrice: nullable(money),
    price: money,
    changePercent: nullable(text),
    ladder: nullable(text),
    taxMode: text,
    taxRate: text,
    costBasis: nullable(money),
    margin: nullable(text),
    floorMargin: nullable(text),
    effectiveFrom: text,
    effectiveTo: nullable(text),
    state: oneOf(Object.keys(PRICE_STATES) as PriceState[]),
    basis: nullable(text),
    associatedCode: nullable(text),
    associatedName: nullable(text),
    creatorRole: nullable(text),
    enteredAt: text,
  },
  { title: 'PriceRow' },
)
