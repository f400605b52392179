import { Activity, useEffect, useMemo, useReducer } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { kernelText, pageText } from '../client/i18n.ts'
import type { MenuItem } from '../client/storage.ts'
import { findPage } from '../pages.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { Watermark } from '../phone/Watermark.tsx'
import { menuTitle } from './menu-tree.ts'
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

const OPEN_TO_ALL = new Set([HOME_PATH, '/403', '/404', '/500'])

/** The frame around every page: top bar, side bar, tab strip, and the tabs themselves, kept alive while hidden. */
export function Shell() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const sideBar = useSideBar()
  const [state, dispatch] = useReducer(tabsReducer, session.user.userAccount, initialTabs)
  const permitted = useMemo(() => new Map(session.menus.map((menu) => [menu.url, menu])), [session.menus])
  const redirect = redirectOf(pathname, permitted.has(pathname))
  const activeKey = tabKeyOf({ pathname, search })
  // While drawing, so that a new page's tab stands in the same frame.
  if (!redirect && isNewVisit(state, activeKey, search)) {
    dispatch({ type: 'visit', tab: { key: activeKey, pathname, search, title: null } })
  }
  useEffect(() => storeTabs(state.tabs), [state.tabs])
  useEffect(() => {
    if (state.goTo) void navigate(state.goTo.address)
  }, [state.goTo, navigate])
  const titled = state.tabs.map((tab) => ({
    ...tab,
    title: tab.title ?? titleOf(tab.pathname, permitted.get(tab.pathname)),
  }))
  const titleOfTab = (key: string | undefined): string => titled.find((tab) => tab.key === key)?.title ?? ''
  useDocumentTitle(titleOfTab(activeKey))
  useLeaveWarning(state.unsaved.size > 0)

  if (redirect) return <Navigate to={redirect} replace />
  const isBare = (findPage(pathname)?.bareWithoutType ?? false) && !new URLSearchParams(search).has('type')
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

/** Unknown paths go to /404; a page that exists but is not in this person's menu goes to /403. */
function redirectOf(path: string, isPermitted: boolean): string | null {
  if (path === '/') return HOME_PATH
  if (OPEN_TO_ALL.has(path) || (isPermitted && findPage(path))) return null
  return findPage(path) ? `/403?from=${encodeURIComponent(path)}` : '/404'
}

function titleOf(path: string, menu: MenuItem | undefined): string {
  if (menu) return menuTitle(menu)
  if (path === HOME_PATH) return pageText('shell.home')
  return OPEN_TO_ALL.has(path) ? path.slice(1) : pageText('shell.noName')
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
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [hasUnsaved])
}
