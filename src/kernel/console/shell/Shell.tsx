import { Activity, useEffect, useMemo, useReducer } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { kernelText, pageText } from '../client/i18n.ts'
import type { MenuItem } from '../client/storage.ts'
import { findGroup, findPage } from '../pages.ts'
import { holdUnsaved, isAtRisk } from '../client/unsaved.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { Watermark } from '../phone/Watermark.tsx'
import { menuTitle } from './menu-tree.ts'
import { isBare as isBarePage, isErrorPage, menuOf, resolveAddress } from './routing.ts'
import { useSession } from './session-context.ts'
import { SideBar } from './SideBar.tsx'
import { TabPane } from './TabPane.tsx'
import { TabStrip } from './TabStrip.tsx'
import { HOME_PATH, initialTabs, isNewVisit, storeTabs, tabKeyOf, tabsReducer } from './tabs.ts'
import { TopBar } from './TopBar.tsx'
import { useSideBar } from './use-side-bar.ts'
import './shell.css'
import '../page.css'
import '../strip.css'

/** The frame around every page: top bar, side bar, tab strip, and the tabs themselves, kept alive while hidden. */
export function Shell() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const sideBar = useSideBar()
  const [state, dispatch] = useReducer(tabsReducer, session.user.userAccount, initialTabs)
  const resolved = useMemo(
    () => resolveAddress(pathname, session.menus, { findPage, findGroup }),
    [pathname, session.menus],
  )
  const isPage = resolved.kind === 'page'
  const activeKey = tabKeyOf({ pathname, search })
  // While drawing, so that a new page's tab stands in the same frame.
  if (isPage && isNewVisit(state, activeKey, search)) {
    dispatch({ type: 'visit', tab: { key: activeKey, pathname, search, title: null } })
  }
  useEffect(() => storeTabs(state.tabs), [state.tabs])
  useEffect(() => {
    if (state.goTo) void navigate(state.goTo.address)
  }, [state.goTo, navigate])
  const titled = state.tabs.map((tab) => ({
    ...tab,
    title: tab.title ?? titleOf(tab.pathname, session.menus),
  }))
  const titleOfTab = (key: string | undefined): string => titled.find((tab) => tab.key === key)?.title ?? ''
  useDocumentTitle(titleOfTab(activeKey))
  useEffect(() => holdUnsaved('tabs', [...state.unsaved.values()]), [state.unsaved])
  useLeaveWarning(state.unsaved.size > 0)

  if (resolved.kind === 'redirect') return <Navigate to={resolved.to} replace />
  if (resolved.kind === 'phone') return <OtherEntry address={pathname + search} />
  const isBare = isBarePage(resolved.page, search)
  const [leavingKey] = state.leaving
  return (
    <div
      className={`shell ${isBare ? 'shell-bare' : ''}`}
      data-narrow={sideBar.isNarrow}
      data-side={sideBar.isOpen ? 'open' : 'closed'}
    >
      <a className="skip-link" href="#content">
        {pageText('shell.skip')}
      </a>
      <TopBar
        user={session.user}
        sideBar={sideBar}
        saveInput={async () => void (await Promise.all([...state.unsaved.values()].map((unsaved) => unsaved.save())))}
      />
      {isBare ? null : <SideBar menus={session.menus} path={pathname} state={sideBar} />}
      {sideBar.isNarrow && sideBar.isOpen && !isBare ? (
        <div className="side-bar-veil" onClick={() => sideBar.setOpen(false)} />
      ) : null}
      {isBare ? null : (
        <TabStrip
          tabs={titled}
          activeKey={activeKey}
          unsavedKeys={state.unsaved}
          onClose={(keys) => dispatch({ type: 'close', keys })}
        />
      )}
      <main id="content" className="content" tabIndex={-1}>
        {session.menus.length === 0 ? (
          <p className="strip strip-warning" role="alert">
            {pageText('shell.noMenu')}
          </p>
        ) : null}
        {state.tabs
          .filter((tab) => state.mounted.has(tab.key))
          .map((tab) => (
            <Activity key={tab.key} mode={tab.key === activeKey ? 'visible' : 'hidden'}>
              <TabPane tab={tab} dispatch={dispatch} />
            </Activity>
          ))}
      </main>
      <Watermark user={session.user} />
      {leavingKey ? (
        <LeaveDialog
          title={titleOfTab(leavingKey)}
          onStay={() => dispatch({ type: 'stay' })}
          onDiscard={() => dispatch({ type: 'discard', key: leavingKey })}
          onKeep={async () => {
            const isSaved = (await state.unsaved.get(leavingKey)?.save()) ?? true
            dispatch(isSaved ? { type: 'discard', key: leavingKey } : { type: 'stay' })
          }}
        />
      ) : null}
    </div>
  )
}

/** A page of the phone has an entry of its own: the browser fetches that. */
function OtherEntry({ address }: { readonly address: string }) {
  useEffect(() => location.replace(address), [address])
  return null
}

/** The route's own title: from the permitted menu, else the number of an error, else 'no-name' (spec section 2). */
function titleOf(path: string, menus: readonly MenuItem[]): string {
  const page = findPage(path)
  const menu = page && menuOf(page, menus)
  if (menu) return menuTitle(menu)
  if (path === HOME_PATH) return pageText('shell.home')
  return isErrorPage(path) ? path.slice(1) : pageText('shell.noName')
}

function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${kernelText('app.title')}` : kernelText('app.title')
  }, [title])
}

/** The browser asks before it closes or reloads over unsaved input. */
function useLeaveWarning(hasUnsaved: boolean): void {
  useEffect(() => {
    if (!hasUnsaved) return undefined
    const warn = (event: BeforeUnloadEvent): void => {
      if (isAtRisk()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [hasUnsaved])
}
