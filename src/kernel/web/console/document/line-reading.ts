import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { shareOf } from '#kernel/engine/document/action/partial-approval-share.ts'
import { amount } from '#kernel/base/money/money.ts'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { isCount } from '#kernel/engine/definition/is-count.ts'
import { formatExact } from '#kernel/base/money/exact-text.ts'
import { type AmountToRead, readText, withUnit } from './reading.ts'

type Values = Readonly<Record<string, unknown>>

/** An amount of a line; of amounts reduced with the line, the approved one. */
export function readLineAmount({ partialApproval }: AnyDefinition, line: Values, name: string): AmountToRead {
  const value = readText(line[name])
  if (!partialApproval?.along?.includes(name) || value === '') return { value, asked: null }
  const asked = readText(line[partialApproval.asked])
  const agreed = readText(line[partialApproval.approved])
  return agreed === '' || agreed === asked
    ? { value, asked: null }
    : { value: shareOf(value, amount(agreed), asked), asked: value }
}

/** The text of a line in a column: as {@link withUnit}, with separators for quantities. */
export function lineText(field: Field | undefined, text: string, line: Values, currency: string): string {
  return isCount(field) ? formatExact(text, 0) : withUnit(field, text, line, currency)
}
