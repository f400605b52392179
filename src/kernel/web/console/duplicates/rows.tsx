import type { ReactNode } from 'react'
import type { DuplicateComparison, DuplicateDocument } from '#kernel/engine/document/duplicates/duplicate-wire.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { duplicateText } from './duplicate-text.ts'

/** What a row is about: by the document's own word, or by the kernel's. */
export function labelOf({ kind, label }: DuplicateComparison): string {
  return label ?? duplicateText(kind === 'files' ? 'rows.files' : 'rows.period')
}

/** What one of the two says, one below the other. */
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

/** That both say the same: a word beside the colour. */
export function Equal() {
  return (
    <span className="duplicate-equal">
      <Icon name="check" /> {duplicateText('equal')}
    </span>
  )
}
