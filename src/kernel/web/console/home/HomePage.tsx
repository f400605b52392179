import { lazy, Suspense, useMemo, Component, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { HOME_GROUPS } from '#kernel/services/home/home-groups.ts'
import { pageText } from '../client/i18n.ts'
import type { MenuItem } from '../client/storage.ts'
import { findPage, homeCardsOf } from '../pages.ts'
import { useKnownVisits } from '../shell/known-visits.ts'
import { menuOf } from '../shell/routing.ts'
import { useSession } from '../shell/session-context.ts'
import { DESK } from './desk.tsx'
import { HomeCards } from './HomeCards.tsx'
import { MyDocuments } from './MyDocuments.tsx'
import { OftenOpened } from './OftenOpened.tsx'
import './home-page.css'

const RECENT = 8

/** What waits, is broken, moved or runs out, the figures of one's areas, one's own documents, and what one opens often. */
export default function HomePage() {
  const { user, menus } = useSession()
  const cards = useMemo(() => {
    const permitted = new Set(menus.map((menu) => menu.url))
    return homeCardsOf(permitted).map(({ key, load }) => ({ key, Card: lazy(load) }))
  }, [menus])
  return (
    <div className="home">
      <h1>{pageText('home.greeting', { name: user.userName })}</h1>
      {menus.length === 0 ? null : (
        <div className="home-columns">
          <div className="home-cards">
            {HOME_GROUPS.map((group) => (
              <CardBoundary key={group}>
                <HomeCards group={group} device={DESK} />
              </CardBoundary>
            ))}
            {cards.map(({ key, Card }) => (
              <CardBoundary key={key}>
                <Suspense fallback={<div className="home-card-loading" />}>
                  <Card />
                </Suspense>
              </CardBoundary>
            ))}
            <CardBoundary>
              <MyDocuments device={DESK} />
            </CardBoundary>
          </div>
          <aside className="home-side">
            <OftenOpened menus={menus} device={DESK} />
            <Recent account={user.userAccount} menus={menus} />
          </aside>
        </div>
      )}
    </div>
  )
}

function Recent({ account, menus }: { readonly account: string; readonly menus: readonly MenuItem[] }) {
  const visits = useKnownVisits(account)
  const shown = visits.flatMap(({ visit, document }) => {
    const page = findPage(visit.address.split('?', 1)[0] ?? '')
    const menu = page && menuOf(page, menus)
    const title = document?.title ?? visit.title
    // A page without a document stands among those that are opened often.
    return menu && title !== null ? [{ ...visit, title }] : []
  })
  if (shown.length === 0) return null
  return (
    <nav className="home-links" aria-labelledby="home-recent">
      <h2 id="home-recent">{pageText('home.recent')}</h2>
      {shown.slice(0, RECENT).map(({ key, address, title }) => (
        <Link key={key} to={address}>
          <Icon name="clock" />
          <span>{title}</span>
        </Link>
      ))}
    </nav>
  )
}

/** A failing card is hidden; the others stay. */
class CardBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
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
