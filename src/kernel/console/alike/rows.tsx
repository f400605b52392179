import type { ReactNode } from 'react'
import type { AlikeComparison, AlikeDocument } from '#kernel/document/alike/alike-wire.ts'
import { Amount } from '#kernel/ui/Amount.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import { alikeText } from './alike-text.ts'

/** What a row is about: by the document's own word, or by the kernel's. */
export function labelOf({ kind, label }: AlikeComparison): string {
  return label ?? alikeText(kind === 'files' ? 'rows.files' : 'rows.period')
}

/** What one of the two says, one below the other. */
export function said({ currency }: AlikeDocument, { kind }: AlikeComparison, values: readonly string[]): ReactNode {
  if (values.length === 0) return '/'
  return values.map((value) => (
    <div key={value}>{kind === 'amount' ? <Amount value={value} currency={currency} /> : value}</div>
  ))
}

/** That both say the same: a word beside the colour. */
export function Equal() {
  return (
    <span className="alike-equal">
      <Icon name="check" /> {alikeText('equal')}
    </span>
  )
}
