import { entriesOf } from '#kernel/engine/definition/code-list.ts'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { tiersOf, tierText } from '#kernel/engine/definition/ladder.ts'
import { withUnit } from '../document/reading.ts'
import { structuredSummary } from './structured-summary.ts'
import './structured-value.css'

interface StructuredValueProps {
  readonly field: Field
  readonly value: string
  readonly values: Readonly<Record<string, unknown>>
  /** Currency of prices. */
  readonly currency: string
}

/** Tiers or codes for reading: one line, expandable to a list. For desktop and phone. */
export function StructuredValue({ field, value, values, currency }: StructuredValueProps) {
  const { ladder } = field
  const parts = ladder ? tiersOf(value).map((tier) => tierText(ladder, tier, values)) : entriesOf(value)
  const text = withUnit(field, structuredSummary(field, value, values), values, currency)
  if (parts.length <= 2) return text || '/'
  return (
    <details className="folded">
      <summary>{text}</summary>
      <ol>
        {parts.map((part) => (
          <li key={part} className="code">
            {part}
          </li>
        ))}
      </ol>
    </details>
  )
}
