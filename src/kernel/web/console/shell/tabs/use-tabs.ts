import { useEffect, useReducer, type Dispatch } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { runningLanguage } from '../../client/i18n.ts'
import { storedTabs, storeMemory, storeTabs } from './tab-memory.ts'
import { isErrorPage, type Resolved } from '../routing.ts'
import { isNewVisit, startTabs, tabsReducer, type TabsEvent, type TabsState } from './tabs.ts'
import { tabKeyOf } from './tab-key.ts'

export interface Tabs {
  readonly state: TabsState
  readonly activeKey: string
  readonly dispatch: Dispatch<TabsEvent>
}

/** The open tabs: they follow the address, and the address follows them when the active one is closed. */
export function useTabs(account: string, resolved: Resolved): Tabs {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [state, dispatch] = useReducer(tabsReducer, account, (owner) => startTabs(storedTabs(owner, runningLanguage())))
  const activeKey = tabKeyOf({ pathname, search })
  // While rendering, so that a new page's tab appears in the same frame.
  if (resolved.kind === 'page' && isNewVisit(state, activeKey, search)) {
    const isCached = resolved.menu?.routingCache ?? false
    const tab = { key: activeKey, pathname, search, title: null, isCached }
    dispatch({ type: 'visit', tab, isPassing: isErrorPage(pathname) })
  }
  useEffect(() => storeTabs(state.tabs.filter((tab) => !isErrorPage(tab.pathname))), [state.tabs])
  useEffect(() => {
    // Replaces the closed tab's address, or Back would open it again.
    if (state.goTo) void navigate(state.goTo.address, { replace: true })
  }, [state.goTo, navigate])
  useEffect(() => {
    window.addEventListener('pagehide', storeMemory)
    return () => window.removeEventListener('pagehide', storeMemory)
  }, [])
  return { state, activeKey, dispatch }
}
