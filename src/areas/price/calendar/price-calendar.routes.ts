import { type Static, Type } from 'typebox'
import { dayAfter, isDay } from '#kernel/base/clock/day.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { priceRowSchema } from '../list/price-row-schema.ts'
import { priceRows } from '../list/price-row.list.ts'
import { priceRowsOf } from '../list/price-rows.queries.ts'
import { seenRow } from '../row/price-row.queries.ts'
import { MOST_DAYS } from './calendar.rules.ts'
import { intervalsBetween } from './price-calendar.queries.ts'

const day = Type.String({ maxLength: 10 })

const dated = Type.Object(
  { row: priceRowSchema, isTemporary: Type.Boolean({ description: 'what it replaced comes back after it' }) },
  { title: 'PriceInterval' },
)
type Dated = Static<typeof dated>

function requireDay(field: 'from' | 'to', value: string): void {
  if (!isDay(value) || value.startsWith('0000'))
    throw new Refused(httpErrors.invalidField({ field, reason: 'invalid' }, { field }))
}

const calendar = defineRoute({
  method: 'POST',
  path: '/aps/price/calendar',
  right: priceRows.right,
  summary:
    'The prices of the key of a price between two days: those that stand, in the order of time, and after them those that were revoked',
  mode: 'read',
  body: Type.Object(
    { id: Type.String({ pattern: String.raw`^\d{1,18}$` }), from: day, to: day },
    { additionalProperties: false },
  ),
  data: Type.Array(dated),
  async handler(tx, context, { body: { id, from, to } }) {
    requireDay('from', from)
    requireDay('to', to)
    if (to < from || to > dayAfter(from, MOST_DAYS))
      throw new Refused(httpErrors.invalidField({ field: 'to', reason: `${MOST_DAYS}` }, { field: 'to' }))
    const { keyId } = required(await tx.first(seenRow(context, { id })), httpErrors.notFound())
    const found = await tx.rows(intervalsBetween(keyId, from, to))
    const ids = found.map((each) => each.id)
    const rows = await tx.rows(priceRowsOf(context, context.language, {}, ids))
    const temporary = new Set(found.flatMap((each) => (each.isTemporary ? [each.id] : [])))
    return rows.map((row): Dated => ({ row: row as Dated['row'], isTemporary: temporary.has(String(row['id'])) }))
  },
})

export const priceCalendarRoutes: readonly Route[] = [calendar]
