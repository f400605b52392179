import { Component, type ReactNode } from 'react'
import { pageText } from '../client/i18n.ts'

/** A failing card is hidden; the others stay. */
export class CardBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <p className="quiet" role="alert">
        {pageText('home.cardFailed')}
      </p>
    )
  }
}
