import type { Location } from 'react-router'
import type { Unsaved } from '../client/unsaved.ts'

/** An open page. Its key is the path and, where there is one, the document: each document is its own tab. */
export interface Tab {
  readonly key: string
  readonly pathname: string
  readonly search: string
  /** The document's name, once its page has said it; until then the page is called as in the menu. */
  readonly title: string | null
}

export interface TabsState {
  readonly tabs: readonly Tab[]
  readonly activeKey: string
  /** Those that were looked at since the page was loaded: only these are drawn. */
  readonly mounted: ReadonlySet<string>
  readonly unsaved: ReadonlyMap<string, Unsaved>
  /** Tabs with unsaved input that the person asked to close: each is asked about. */
  readonly leaving: readonly string[]
  /** Finished with: closed as soon as another tab is looked at. */
  readonly spent: ReadonlySet<string>
  /** Where to go after the active tab was closed; its key is not opened again on the way. */
  readonly goTo: { readonly address: string; readonly closedKey: string } | null
}

export type TabsEvent =
  | { readonly type: 'visit'; readonly tab: Tab }
  | { readonly type: 'title'; readonly key: string; readonly title: string }
  | { readonly type: 'unsaved'; readonly key: string; readonly unsaved: Unsaved | null }
  | { readonly type: 'close'; readonly keys: readonly string[] }
  | { readonly type: 'closeOnLeave'; readonly key: string }
  | { readonly type: 'discard'; readonly key: string }
  | { readonly type: 'stay' }

const STORE = 'tabs'
const OWNER = 'tabsOwner'
export const HOME_PATH = '/index'

export function tabKeyOf(location: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(location.search)
  const document = query.get('formInstanceId') ?? query.get('applyNo') ?? query.get('draft') ?? ''
  return document ? `${location.pathname}#${document}` : location.pathname
}

/** Tabs come back after a reload: the language switch reloads, and loses nothing. */
export function initialTabs(account: string): TabsState {
  // Another person in the same window starts with nothing of the one before.
  if (sessionStorage.getItem(OWNER) !== account) {
    storeTabs([])
    sessionStorage.setItem(OWNER, account)
  }
  return {
    tabs: storedTabs(),
    activeKey: '',
    mounted: new Set(),
    unsaved: new Map(),
    leaving: [],
    spent: new Set(),
    goTo: null,
  }
}

function storedTabs(): Tab[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '[]')
    return Array.isArray(value) ? (value as Tab[]).filter((tab) => typeof tab.pathname === 'string') : []
  } catch {
    return []
  }
}

/** Keeps the strip, and forgets the kept input of tabs that were closed. */
export function storeTabs(tabs: readonly Tab[]): void {
  sessionStorage.setItem(STORE, JSON.stringify(tabs))
  const open = new Set(tabs.map((tab) => keptInputKey(tab.key)))
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(KEPT_INPUT) && !open.has(key)) sessionStorage.removeItem(key)
  }
}

const KEPT_INPUT = 'input:'

export function keptInputKey(tabKey: string): string {
  return KEPT_INPUT + tabKey
}

/** Whether a location still has to be told to the reducer; it is told while drawing, so it must settle. */
export function isNewVisit(state: TabsState, key: string, search: string): boolean {
  if (state.goTo?.closedKey === key) return false
  const tab = state.tabs.find((open) => open.key === key)
  return state.activeKey !== key || tab?.search !== search || !state.mounted.has(key)
}

export function tabsReducer(state: TabsState, event: TabsEvent): TabsState {
  switch (event.type) {
    case 'visit':
      return visit(state, event.tab)
    case 'title':
      return state.tabs.some((tab) => tab.key === event.key && tab.title !== event.title)
        ? { ...state, tabs: state.tabs.map((tab) => (tab.key === event.key ? { ...tab, title: event.title } : tab)) }
        : state
    case 'unsaved':
      return { ...state, unsaved: withUnsaved(state.unsaved, event.key, event.unsaved) }
    case 'close': {
      const clean = event.keys.filter((key) => !state.unsaved.has(key))
      const dirty = event.keys.filter((key) => state.unsaved.has(key))
      return { ...remove(state, clean), leaving: [...new Set([...state.leaving, ...dirty])] }
    }
    case 'closeOnLeave':
      return { ...state, spent: new Set([...state.spent, event.key]) }
    case 'discard':
      return { ...remove(state, [event.key]), leaving: state.leaving.filter((key) => key !== event.key) }
    case 'stay':
      return { ...state, leaving: [] }
  }
}

function visit(before: TabsState, tab: Tab): TabsState {
  const spent = [...before.spent].filter((key) => key !== tab.key)
  const state = spent.length > 0 ? remove({ ...before, activeKey: tab.key, spent: new Set() }, spent) : before
  const at = state.tabs.findIndex((open) => open.key === tab.key)
  const old = state.tabs[at]
  return {
    ...state,
    tabs: old ? state.tabs.with(at, { ...tab, title: old.title }) : [...state.tabs, tab],
    activeKey: tab.key,
    mounted: new Set([...state.mounted, tab.key]),
    goTo: null,
  }
}

function withUnsaved(
  all: ReadonlyMap<string, Unsaved>,
  key: string,
  unsaved: Unsaved | null,
): ReadonlyMap<string, Unsaved> {
  const next = new Map(all)
  if (unsaved) next.set(key, unsaved)
  else next.delete(key)
  return next
}

/** Closing the active tab goes to the last that remains, or home (spec section 2). */
function remove(state: TabsState, keys: readonly string[]): TabsState {
  const rest = state.tabs.filter((tab) => !keys.includes(tab.key))
  const last = rest.at(-1)
  const isActiveGone = keys.includes(state.activeKey)
  if (isActiveGone && !last && state.activeKey === HOME_PATH)
    return { ...state, tabs: state.tabs.filter((tab) => tab.key === HOME_PATH) }
  return {
    ...state,
    tabs: rest,
    mounted: new Set([...state.mounted].filter((key) => !keys.includes(key))),
    unsaved: new Map([...state.unsaved].filter(([key]) => !keys.includes(key))),
    goTo: isActiveGone
      ? { address: last ? last.pathname + last.search : HOME_PATH, closedKey: state.activeKey }
      : state.goTo,
  }
}
