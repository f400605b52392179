import { lazy, Suspense, useMemo, useState, type ComponentType, type LazyExoticComponent } from 'react'
import { Link } from 'react-router'
import { Icon, isIconName } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import type { MenuItem } from '../client/storage.ts'
import { TASKS_PATH } from '../inbox/use-inbox.ts'
import { findPage, homeCardsOf } from '../pages.ts'
import { menuTitle } from '../shell/menu-tree.ts'
import { recentVisits } from '../shell/recent.ts'
import { menuOf } from '../shell/routing.ts'
import { useSession } from '../shell/session-context.ts'
import { HOME_PATH } from '../shell/tabs/tabs.ts'
import { MyDocumentsCard } from './MyDocumentsCard.tsx'
import { MyTasksCard } from './MyTasksCard.tsx'
import { CardBoundary } from './CardBoundary.tsx'
import './home-page.css'

interface ShownCard {
  readonly key: string
  readonly order: number
  readonly Card: ComponentType | LazyExoticComponent<ComponentType>
}

const RECENT = 8

/** Waiting tasks, one's own documents, the figures of one's areas, and links. */
export default function HomePage() {
  const { user, menus } = useSession()
  const cards = useMemo(() => cardsFor(menus), [menus])
  return (
    <div className="home">
      <h1>{pageText('home.greeting', { name: user.userName })}</h1>
      <div className="home-columns">
        <div className="home-cards">
          {cards.map(({ key, Card }) => (
            <CardBoundary key={key}>
              <Suspense fallback={<div className="home-card-loading" />}>
                <Card />
              </Suspense>
            </CardBoundary>
          ))}
        </div>
        <aside className="home-side">
          <Shortcuts menus={menus} />
          <Recent account={user.userAccount} menus={menus} />
        </aside>
      </div>
    </div>
  )
}

/** The kernel's cards, and those that areas provide with their pages. */
function cardsFor(menus: readonly MenuItem[]): readonly ShownCard[] {
  const permitted = new Set(menus.map((menu) => menu.url))
  return [
    ...(permitted.has(TASKS_PATH) ? [{ key: 'tasks', order: 10, Card: MyTasksCard }] : []),
    { key: 'documents', order: 20, Card: MyDocumentsCard },
    ...homeCardsOf(permitted).map(({ key, order, load }) => ({ key, order, Card: lazy(load) })),
  ].toSorted((a, b) => a.order - b.order)
}

function Shortcuts({ menus }: { readonly menus: readonly MenuItem[] }) {
  const links = menus
    .filter((menu) => menu.url && !menu.hidden && menu.url !== HOME_PATH && findPage(menu.url)?.isBuilt)
    .toSorted((a, b) => a.sortIndex - b.sortIndex)
  if (links.length === 0) return null
  return (
    <nav className="home-links" aria-labelledby="home-links">
      <h2 id="home-links">{pageText('home.links')}</h2>
      {links.map((menu) => (
        <Link key={menu.code} to={menu.url}>
          <Icon name={isIconName(menu.icon) ? menu.icon : 'list'} />
          <span>{menuTitle(menu)}</span>
        </Link>
      ))}
    </nav>
  )
}

function Recent({ account, menus }: { readonly account: string; readonly menus: readonly MenuItem[] }) {
  const [visits] = useState(() => recentVisits(account))
  const shown = visits.flatMap((visit) => {
    const page = findPage(visit.address.split('?', 1)[0] ?? '')
    const menu = page && menuOf(page, menus)
    return menu ? [{ ...visit, name: menuTitle(menu) }] : []
  })
  if (shown.length === 0) return null
  return (
    <nav className="home-links" aria-labelledby="home-recent">
      <h2 id="home-recent">{pageText('home.recent')}</h2>
      {shown.slice(0, RECENT).map(({ key, address, title, name }) => (
        <Link key={key} to={address}>
          <Icon name="clock" />
          <span>{title ?? name}</span>
        </Link>
      ))}
    </nav>
  )
}
