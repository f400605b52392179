import { Activity, lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { AskFor } from './ErrorPages.tsx'
import { kernelText, pageText } from '../client/i18n.ts'
import { queryClient } from '../client/query-client.ts'
import type { MenuItem } from '../client/storage.ts'
import { findGroup, findPage } from '../pages.ts'
import { holdUnsaved, isAtRisk } from '../client/unsaved.ts'
import { crumbsOf } from './crumbs.ts'
import { LeaveDialog } from './tabs/LeaveDialog.tsx'
import { menuTitle } from './menu-tree.ts'
import { countVisit } from '../home/count-visit.ts'
import { isPhoneNow, PHONE_WIDTH, useNarrow } from '#kernel/web/ui/use-narrow.ts'
import { useRecentVisit, visitOf } from './recent.ts'
import { isBare as isBarePage, isErrorPage, menuOf, phoneAddress, resolveAddress, type Resolved } from './routing.ts'
import { useSession } from './session-context.ts'
import { SideBar } from './SideBar.tsx'
import { forgetTab, refreshTab } from './tabs/tab-memory.ts'
import { TabPane } from './tabs/TabPane.tsx'
import { TabStrip } from './tabs/TabStrip.tsx'
import { distinctTitles, type Leaving } from './tabs/tabs.ts'
import { HOME_PATH } from './tabs/tab-key.ts'
import { TopBar } from './TopBar.tsx'
import { useLanguageSwitch } from './use-language-switch.ts'
import { useSideBar } from './use-side-bar.ts'
import { useTabs, type Tabs } from './tabs/use-tabs.ts'
import { Watermark } from './Watermark.tsx'
import './shell.css'
import '../page.css'
import '../banner.css'

/** Rarely needed: only a language switch with unsaved input asks. */
const LostInputDialog = lazy(() =>
  import('./tabs/LostInputDialog.tsx').then((module) => ({ default: module.LostInputDialog })),
)

/** The router's key of the address with which the window was opened. */
const FIRST_KEY = 'default'

/** The shell: redirects, or the frame around the addressed page. */
export function Shell() {
  const session = useSession()
  const { pathname, search, key } = useLocation()
  const routes = session.routes ?? session.menus
  const resolved = useMemo(
    () => resolveAddress(pathname, routes, { findPage: (path) => findPage(path, search), findGroup }, search),
    [pathname, search, routes],
  )
  const tabs = useTabs(session.user.userAccount, resolved)
  useEffect(() => holdUnsaved('tabs', [...tabs.state.unsaved.values()]), [tabs.state.unsaved])
  useLeaveWarning(tabs.state.unsaved.size > 0)
  // Decided once for each address, so that a window that is made narrow later keeps its page and what is typed in it.
  const onPhone = useMemo(
    () => phoneAddress(resolved, search, key !== FIRST_KEY, isPhoneNow()),
    [resolved, search, key],
  )
  if (resolved.kind === 'redirect') return <Navigate to={resolved.to} replace />
  if (onPhone !== null) return <OtherEntry address={onPhone} />
  if (resolved.kind === 'phone') return <OtherEntry address={pathname + search} />
  return <Frame tabs={tabs} resolved={resolved} isBare={isBarePage(resolved.page, search)} />
}

/** A phone page belongs to another entry, which the browser loads. */
function OtherEntry({ address }: { readonly address: string }) {
  useEffect(() => location.replace(address), [address])
  return null
}

interface FrameProps {
  readonly tabs: Tabs
  readonly resolved: Extract<Resolved, { kind: 'page' }>
  readonly isBare: boolean
}

/** The frame around every page: top bar, side bar, tab banner, and the tabs, which stay mounted while hidden. */
function Frame({ tabs, resolved: { page, menu }, isBare }: FrameProps) {
  const { state, activeKey, dispatch } = tabs
  const { menus: listed, routes: menus = listed, user } = useSession()
  const sideBar = useSideBar()
  const isPhone = useNarrow(PHONE_WIDTH)
  const language = useLanguageSwitch(state.unsaved)
  const titled = distinctTitles(
    state.tabs.map((tab) => ({ ...tab, title: tab.title ?? titleOf(tab.pathname, menus) })),
    (path) => titleOf(path, menus),
  )
  const titleOfTab = (key: string | undefined): string => titled.find((tab) => tab.key === key)?.title ?? ''
  useDocumentTitle(titleOfTab(activeKey))
  useEffect(() => {
    if (page.path !== HOME_PATH && !isErrorPage(page.path)) countVisit(page.path)
  }, [page.path])
  useRecentVisit(user.userAccount, visitOf(state.tabs, activeKey))
  const document = state.tabs.find((tab) => tab.key === activeKey)?.title ?? null
  const crumbs = crumbsOf({ page, menu, menus, title: titleOf(page.path, menus), document, nameOf: menuTitle })
  return (
    <div
      className={`shell ${isBare ? 'shell-bare' : ''}`}
      data-narrow={sideBar.isNarrow}
      data-phone={isPhone}
      data-side={sideBar.isOpen ? 'open' : 'closed'}
    >
      <a className="skip-link" href="#content">
        {pageText('shell.skip')}
      </a>
      <TopBar user={user} sideBar={isBare ? null : sideBar} crumbs={crumbs} onLanguage={language.switchTo} />
      {isBare ? null : (
        <>
          {menus.length > 0 ? (
            <SideBar
              menus={listed}
              path={page.path}
              parent={page.parent}
              state={sideBar}
              addressOf={(url) => url + (state.tabs.find((tab) => tab.key === url)?.search ?? '')}
            />
          ) : null}
          {sideBar.isNarrow && sideBar.isOpen ? (
            <div className="side-bar-veil" onClick={() => sideBar.setOpen(false)} />
          ) : null}
          {isPhone ? null : (
            <TabStrip
              tabs={titled}
              activeKey={activeKey}
              unsavedKeys={state.unsaved}
              onClose={(keys) => dispatch({ type: 'close', keys })}
              onReload={(key) => reloadTab(tabs, key)}
              onMove={(key, to) => dispatch({ type: 'move', key, to })}
            />
          )}
        </>
      )}
      <Panes tabs={tabs} hasMenu={menus.length > 0} />
      <Watermark user={user} />
      <Leave tabs={tabs} titleOf={titleOfTab} />
      {language.asking ? (
        <Suspense fallback={null}>
          <LostInputDialog
            titles={language.asking.keys.map(titleOfTab)}
            onGoOn={language.goOn}
            onStay={language.stay}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function Panes({ tabs, hasMenu }: { readonly tabs: Tabs; readonly hasMenu: boolean }) {
  const { state, activeKey, dispatch } = tabs
  return (
    <main id="content" className="content" tabIndex={-1}>
      {hasMenu ? null : (
        <div className="banner banner-warning">
          <div>
            <p role="alert">{pageText('shell.noMenu')}</p>
            <AskFor />
          </div>
        </div>
      )}
      {state.tabs
        .filter((tab) => state.mounted.includes(tab.key))
        .map((tab) => (
          <Activity
            key={`${tab.key} ${state.generations.get(tab.key) ?? 0}`}
            mode={tab.key === activeKey ? 'visible' : 'hidden'}
          >
            <TabPane tab={tab} dispatch={dispatch} />
          </Activity>
        ))}
    </main>
  )
}

/** Reloads and rerenders one tab, after asking about unsaved input. */
function reloadTab({ state, dispatch }: Tabs, key: string): void {
  if (!state.unsaved.has(key)) {
    refreshTab(key)
    void queryClient.invalidateQueries({ refetchType: 'none' })
  }
  dispatch({ type: 'reload', key })
}

/** Asks about the first tab to be closed or reloaded with unsaved input. */
function Leave({ tabs, titleOf: nameOf }: { readonly tabs: Tabs; readonly titleOf: (key: string) => string }) {
  const { state, dispatch } = tabs
  const [leaving] = state.leaving
  const unsaved = leaving && state.unsaved.get(leaving.key)
  const leave = useCallback(
    ({ key }: Leaving, forget: (key: string) => void): void => {
      forget(key)
      void queryClient.invalidateQueries({ refetchType: 'none' })
      dispatch({ type: 'leave', key })
    },
    [dispatch],
  )
  const isDiscarding = useRef(false)
  useEffect(() => {
    // The running save has finished: there is nothing left to ask.
    if (leaving && !unsaved && !isDiscarding.current) leave(leaving, refreshTab)
  }, [leaving, unsaved, leave])
  useEffect(() => {
    if (!leaving || !unsaved) return undefined
    unsaved.hold?.(true)
    return () => unsaved.hold?.(false)
  }, [leaving, unsaved])
  if (!leaving || !unsaved) return null
  return (
    <LeaveDialog
      title={nameOf(leaving.key)}
      next={leaving.next}
      onStay={() => dispatch({ type: 'stay' })}
      stored={unsaved.stored?.() ?? null}
      onDiscard={async () => {
        isDiscarding.current = true
        const isDone = (await unsaved.discard?.()) ?? true
        isDiscarding.current = false
        if (isDone) leave(leaving, forgetTab)
        else dispatch({ type: 'stay' })
      }}
      onKeep={async () => {
        const isSaved = await unsaved.save()
        if (isSaved) leave(leaving, refreshTab)
        else dispatch({ type: 'stay' })
      }}
    />
  )
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

/** The browser asks before it closes or reloads with unsaved input. */
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
