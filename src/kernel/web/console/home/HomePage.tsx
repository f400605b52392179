import {
  lazy,
  Suspense,
  useMemo,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  Component,
  type ReactNode,
} from 'react'
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { Icon, isIconName } from '#kernel/web/ui/Icon.tsx'
import { formatTime, minutesSince } from '#kernel/web/ui/time.ts'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { pageText } from '../client/i18n.ts'
import type { MenuItem } from '../client/storage.ts'
import { TASKS_PATH } from '../inbox/use-inbox.ts'
import { findPage, homeCardsOf } from '../pages.ts'
import { menuTitle } from '../shell/menu-tree.ts'
import { recentVisits } from '../shell/recent.ts'
import { menuOf } from '../shell/routing.ts'
import { useSession } from '../shell/session-context.ts'
import { HOME_PATH } from '../shell/tabs/tabs.ts'
import { TaskList } from '../approval/TaskList.tsx'
import { isPhone, myTasks, taskSummary } from '../client/approval.ts'
import { queryKeys } from '../client/query-keys.ts'
import { durationText } from '../duration.ts'
import { useNow } from '../use-now.ts'
import { FigureLink, HomeSection } from './HomeSection.tsx'
import { get } from '../client/api.ts'
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

const SHOWN = 5

/** The person's waiting tasks: how many of each kind, and the oldest. */
function MyTasksCard() {
  const now = useNow()
  const summary = useQuery({ queryKey: queryKeys.home('taskSummary'), queryFn: taskSummary })
  const oldest = useQuery({ queryKey: queryKeys.home('oldestTasks'), queryFn: () => myTasks('open', 1, SHOWN) })
  const kinds = summary.data ?? []
  const since = kinds[0]?.oldestSince
  const tasks = oldest.data?.records ?? []
  return (
    <HomeSection
      title={pageText('home.waiting')}
      note={
        since ? (
          <span title={formatTime(since)}>
            {pageText('home.oldest', { time: durationText(minutesSince(since, now)) })}
          </span>
        ) : null
      }
      link={{ to: isPhone() ? '/tasks/mobile' : TASKS_PATH, text: pageText('home.allTasks') }}
      error={summary.error ?? oldest.error}
      onRetry={() => {
        void summary.refetch()
        void oldest.refetch()
      }}
    >
      {kinds.length > 0 ? (
        <div className="figures">
          {kinds.map((kind) => (
            <FigureLink
              key={kind.documentType}
              to={`${TASKS_PATH}?${new URLSearchParams({ documentType: kind.documentType })}`}
              value={kind.total}
              label={kind.typeLabel}
            />
          ))}
        </div>
      ) : null}
      {oldest.isSuccess && tasks.length === 0 ? (
        <p className="quiet">{pageText('home.none')}</p>
      ) : oldest.isError ? null : (
        <TaskList tasks={tasks} isLoading={oldest.isPending} />
      )}
    </HomeSection>
  )
}

interface Mine {
  readonly documentType: string
  readonly typeLabel: string
  readonly total: number
  readonly url: string
  readonly states: readonly {
    readonly state: string
    readonly stateLabel: string
    readonly stateColour: StateColour
    readonly total: number
    readonly url: string
  }[]
}

/** The person's own documents by type and state; hidden for people without any. */
function MyDocumentsCard() {
  const mine = useQuery({
    queryKey: queryKeys.home('myDocuments'),
    queryFn: () => get<readonly Mine[]>('/aps/document/mine', { handles: true }),
  })
  const types = (mine.data ?? []).filter(({ total }) => total > 0)
  if (types.length === 0 && !mine.isError) return null
  return (
    <HomeSection title={pageText('home.mine')} error={mine.error} onRetry={() => void mine.refetch()}>
      {types.map((type) => (
        <div key={type.documentType} className="figures">
          <FigureLink to={type.url} value={type.total} label={type.typeLabel} />
          {type.states.map((state) => (
            <FigureLink
              key={state.state}
              to={state.url}
              value={state.total}
              label={<StateMark colour={state.stateColour} text={state.stateLabel} />}
            />
          ))}
        </div>
      ))}
    </HomeSection>
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
