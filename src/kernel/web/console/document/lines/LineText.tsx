import { formatExact } from '#kernel/base/money/exact-text.ts'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { isCount } from '#kernel/engine/definition/is-count.ts'
import { isPrice } from '#kernel/engine/definition/view.ts'

interface LineTextProps {
  readonly field: Field | undefined
  readonly text: string
  readonly line: Readonly<Record<string, unknown>>
  readonly currency: string
}

/** The text of a line in a column: quantities have separators, and the unit of a price is as small as that of an amount beside it. */
export function LineText({ field, text, line, currency }: LineTextProps) {
  if (text === '') return '/'
  if (isCount(field)) return formatExact(text, 0)
  if (!field || !isPrice(field, line)) return text
  return (
    <span className="amount">
      {text}
      <span className="amount-currency">{currency}</span>
    </span>
  )
}
