import { Type } from 'typebox'
import { money, nullable, oneOf, text, type Wire } from '#kernel/platform/http/wire-schemas.ts'
import { PRICE_SOURCES } from '../resolution/price-at.rules.ts'

const source = oneOf(PRICE_SOURCES)
/** The price of a product with where it comes from. */
export const priceOfSku = Type.Object(
  {
    skuCode: text,
    skuName: Type.Optional(text),
    spuCode: Type.Optional(text),
    price: nullable(money),
    source: nullable(source),
    parts: Type.Array(
      Type.Object({
        source,
        units: Type.Integer(),
        price: money,
        id: text,
        version: nullable(Type.Integer()),
        no: nullable(text),
      }),
    ),
    missing: Type.Integer({ description: 'pieces without a price: contact finance' }),
    taxMode: nullable(text),
    taxRate: nullable(text),
    from: nullable(text),
    to: nullable(text),
    unused: Type.Record(text, text, { description: 'the sources that gave no piece, and why' }),
    costBasis: nullable(money),
    costOrigin: nullable(Type.String({ description: 'the cost and the booking rate that it was converted from' })),
    margin: nullable(text),
    floorMargin: nullable(text),
  },
  { title: 'PriceOfSku' },
)
export type PriceOfSku = Wire<typeof priceOfSku>
