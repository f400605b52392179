import Big from 'big.js'
import { isDay } from '#kernel/base/clock/day.ts'
import type { Decimal, RecordField } from './record-field.ts'

/** Normalises a text with a format, or null where it is invalid: a calendar day, a number without trailing zeros. */
export function shaped(
  { shape, stored, decimal }: Pick<RecordField, 'shape' | 'stored' | 'decimal'>,
  text: string,
): string | null {
  if (!shape) return text
  if (!shape.pattern.test(text)) return null
  if (stored === 'date') return isDay(text) ? text : null
  if (decimal) return within(decimal, new Big(text))
  if (stored === 'timestamptz') return momentOf(text)
  return stored === 'numeric' ? new Big(text).toFixed() : text
}

function within({ min, max, places }: Decimal, number: Big): string | null {
  return number.lt(min) || number.gt(max) ? null : number.round(places).toFixed()
}

/** To the second, in UTC, as the database returns it. */
function momentOf(text: string): string | null {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : `${at.toISOString().slice(0, 19)}Z`
}
