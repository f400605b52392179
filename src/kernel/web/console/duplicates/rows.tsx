import type { ReactNode } from 'react'
import type { DuplicateComparison, DuplicateDocument } from '#kernel/engine/document/duplicates/duplicate-wire.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { duplicateText } from './duplicate-text.ts'

/** The label of a row: the document's own text, or the kernel's. */
export function labelOf({ kind, label }: DuplicateComparison): string {
  return label ?? duplicateText(kind === 'files' ? 'rows.files' : 'rows.period')
}

/** The values of one of the two documents, stacked. */
export function comparedValues(
  { currency }: DuplicateDocument,
  { kind }: DuplicateComparison,
  values: readonly string[],
): ReactNode {
  if (values.length === 0) return '/'
  return values.map((value) => (
    <div key={value}>{kind === 'amount' ? <Amount value={value} currency={currency} /> : value}</div>
  ))
}

/** Marks equal values with a word besides the colour. */
export function Equal() {
  return (
    <span className="duplicate-equal">
      <Icon name="check" /> {duplicateText('equal')}
    </span>
  )
}
