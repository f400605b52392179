import { Type } from 'typebox'
import { CHANGE_ACTS } from '#kernel/engine/interval/interval.ts'
import { money, nullable, oneOf, text, type Wire } from '#kernel/platform/http/wire-schemas.ts'
import { priceRowSchema } from '../list/price-row-schema.ts'

const rowThen = Type.Object(
  { id: text, version: Type.Integer(), price: money, from: text, to: nullable(text) },
  { title: 'PriceRowThen', description: 'days of the area, both included' },
)

const change = {
  id: text,
  at: text,
  actor: nullable(text),
  act: oneOf(CHANGE_ACTS),
  documentType: text,
  documentNo: nullable(text),
  lineNo: nullable(Type.Integer()),
  reason: nullable(text),
  askedFrom: nullable(
    Type.String({
      description: 'the first day that was asked for, where the price begins later: on the day of its approval',
    }),
  ),
  before: nullable(rowThen),
  after: nullable(rowThen),
}

/** A change of a price, with what followed from it by itself. */
export const priceChange = Type.Object(
  { ...change, children: Type.Array(Type.Object(change)) },
  { title: 'PriceChange' },
)
export type PriceChange = Wire<typeof priceChange>

export const priceDetail = Type.Object(
  {
    row: priceRowSchema,
    costOrigin: nullable(
      Type.String({ description: 'the cost and the booking rate that the cost of the row was converted from' }),
    ),
    ended: nullable(
      Type.Object(
        { by: text, at: text, current: nullable(text) },
        { description: 'the list has another version of it by now, whose id is `current`, or none' },
      ),
    ),
    intervals: Type.Array(priceRowSchema, { description: 'what stands of the same key, in the order of time' }),
  },
  { title: 'PriceDetail' },
)
export type PriceDetail = Wire<typeof priceDetail>
