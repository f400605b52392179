import Big from 'big.js'
import { isDay } from '#kernel/clock/day.ts'
import type { RecordField } from './definition.ts'

/** A text of a shaped field as it is kept, or null where it is none: a day that is in the calendar, a number without zeros that say nothing. */
export function shaped({ shape, stored }: Pick<RecordField, 'shape' | 'stored'>, text: string): string | null {
  if (!shape) return text
  if (!shape.pattern.test(text)) return null
  if (stored === 'date') return isDay(text) ? text : null
  return stored === 'numeric' ? new Big(text).toFixed() : text
}
