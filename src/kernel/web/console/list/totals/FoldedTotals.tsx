import type { ReactNode } from 'react'
import { pageText } from '../../client/i18n.ts'
import './folded-totals.css'

/** The totals above the cards of a phone, folded: a line for each of forty currencies leaves no room for the cards. */
export function FoldedTotals({ children }: { readonly children: ReactNode }) {
  return (
    <details className="list-totals">
      <summary>{pageText('list.totals')}</summary>
      {children}
    </details>
  )
}
