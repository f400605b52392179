import type { Field } from '#kernel/engine/definition/fields.ts'
import { isCount } from '#kernel/engine/definition/is-count.ts'
import { formatExact } from '#kernel/base/money/exact-text.ts'
import { withUnit } from './reading.ts'

type Values = Readonly<Record<string, unknown>>

/** The text of a line in a column: as {@link withUnit}, with separators for quantities. */
export function lineText(field: Field | undefined, text: string, line: Values, currency: string): string {
  return isCount(field) ? formatExact(text, 0) : withUnit(field, text, line, currency)
}
