import type { Unsaved } from '../../client/unsaved.ts'
import { HOME_PATH } from './tab-key.ts'

/** An open page. Its key is the path and, where there is one, the document: each document has its own tab. */
export interface Tab {
  readonly key: string
  readonly pathname: string
  readonly search: string
  /** The document's name, once known; until then the page's name in the menu. */
  readonly title: string | null
  /** Stays mounted while another tab is active (`routingCache` of the menu); any other is remounted. */
  readonly isCached: boolean
}

/** A tab with unsaved input that needs a decision, and the requested action. */
export interface Leaving {
  readonly key: string
  readonly next: 'close' | 'reload'
}

export interface TabsState {
  readonly tabs: readonly Tab[]
  readonly activeKey: string
  /** Mounted tabs, the most recently used last. */
  readonly mounted: readonly string[]
  /** Number of reloads of a tab: a new number remounts it. */
  readonly generations: ReadonlyMap<string, number>
  readonly unsaved: ReadonlyMap<string, Unsaved>
  /** Tabs with unsaved input to be closed or reloaded: each needs a decision. */
  readonly leaving: readonly Leaving[]
  /** Finished tabs: closed when another tab becomes active. */
  readonly spent: ReadonlySet<string>
  /** Where to go after the active tab was closed; its key is not reopened on the way. */
  readonly goTo: { readonly address: string; readonly closedKey: string } | null
}

export type TabsEvent =
  /** `isPassing`: nothing to return to, such as an error page; it is removed with the next visit. */
  | { readonly type: 'visit'; readonly tab: Tab; readonly isPassing?: boolean }
  | { readonly type: 'title'; readonly key: string; readonly title: string }
  | { readonly type: 'unsaved'; readonly key: string; readonly unsaved: Unsaved | null }
  | { readonly type: 'close'; readonly keys: readonly string[] }
  | { readonly type: 'closeOnLeave'; readonly key: string }
  | { readonly type: 'reload'; readonly key: string }
  | { readonly type: 'move'; readonly key: string; readonly to: number }
  /** The input of a tab was saved or discarded: the requested action follows. */
  | { readonly type: 'leave'; readonly key: string }
  | { readonly type: 'stay' }

/** Most mounted views: beyond this the least recently used goes, unless it has unsaved input. */
export const KEPT_ALIVE = 15

/** Whether a location still has to be passed to the reducer; this happens while rendering, so it must settle. */
export function isNewVisit(state: TabsState, key: string, search: string): boolean {
  if (state.goTo?.closedKey === key) return false
  const tab = state.tabs.find((open) => open.key === key)
  return state.activeKey !== key || tab?.search !== search || !state.mounted.includes(key)
}

export function startTabs(tabs: readonly Tab[]): TabsState {
  return {
    tabs,
    activeKey: '',
    mounted: [],
    generations: new Map(),
    unsaved: new Map(),
    leaving: [],
    spent: new Set(),
    goTo: null,
  }
}

export function tabsReducer(state: TabsState, event: TabsEvent): TabsState {
  switch (event.type) {
    case 'visit':
      return visit(state, event.tab, event.isPassing ?? false)
    case 'title':
      return state.tabs.some((tab) => tab.key === event.key && tab.title !== event.title)
        ? { ...state, tabs: state.tabs.map((tab) => (tab.key === event.key ? { ...tab, title: event.title } : tab)) }
        : state
    case 'unsaved':
      return { ...state, unsaved: withUnsaved(state.unsaved, event.key, event.unsaved) }
    case 'close':
      return ask(
        remove(
          state,
          event.keys.filter((key) => !state.unsaved.has(key)),
        ),
        event.keys.filter((key) => state.unsaved.has(key)).map((key) => ({ key, next: 'close' })),
      )
    case 'closeOnLeave':
      return { ...state, spent: new Set([...state.spent, event.key]) }
    case 'reload':
      return state.unsaved.has(event.key)
        ? ask(state, [{ key: event.key, next: 'reload' }])
        : drawAnew(state, event.key)
    case 'move':
      return move(state, event.key, event.to)
    case 'leave': {
      const asked = state.leaving.find((leaving) => leaving.key === event.key)
      // Already saved and closed, by the button and by the running save.
      if (!asked) return state
      const rest = { ...state, leaving: state.leaving.filter((leaving) => leaving !== asked) }
      return asked.next === 'reload' ? drawAnew(rest, event.key) : remove(rest, [event.key])
    }
    case 'stay':
      return { ...state, leaving: [] }
  }
}

function visit(before: TabsState, tab: Tab, isPassing: boolean): TabsState {
  const spent = [...before.spent].filter((key) => key !== tab.key)
  const left = before.activeKey
  const state = spent.length > 0 ? remove({ ...before, activeKey: tab.key, spent: new Set() }, spent) : before
  const at = state.tabs.findIndex((open) => open.key === tab.key)
  const old = state.tabs[at]
  return {
    ...state,
    tabs: old ? state.tabs.with(at, { ...tab, title: old.title }) : [...state.tabs, tab],
    activeKey: tab.key,
    mounted: stillMounted(state, tab.key, left),
    spent: isPassing ? new Set([...state.spent, tab.key]) : state.spent,
    goTo: null,
  }
}

/** Tabs with unsaved input stay mounted; of the others, no-cache ones unmount when left, and the rest by age. */
function stillMounted(state: TabsState, active: string, left: string): readonly string[] {
  const isCached = (key: string): boolean => state.tabs.some((tab) => tab.key === key && tab.isCached)
  const kept = state.mounted.filter(
    (key) => key !== active && (key !== left || isCached(key) || state.unsaved.has(key)),
  )
  const tooMany = kept.length + 1 - KEPT_ALIVE
  const gone = new Set(kept.filter((key) => !state.unsaved.has(key)).slice(0, Math.max(0, tooMany)))
  return [...kept.filter((key) => !gone.has(key)), active]
}

function drawAnew(state: TabsState, key: string): TabsState {
  const generations = new Map(state.generations).set(key, (state.generations.get(key) ?? 0) + 1)
  // A hidden one is mounted when it becomes active.
  const mounted = key === state.activeKey ? state.mounted : state.mounted.filter((other) => other !== key)
  return { ...state, generations, mounted, unsaved: withUnsaved(state.unsaved, key, null) }
}

function move(state: TabsState, key: string, to: number): TabsState {
  const tab = state.tabs.find((open) => open.key === key)
  if (!tab) return state
  const rest = state.tabs.filter((open) => open !== tab)
  const at = Math.max(0, Math.min(to, rest.length))
  return { ...state, tabs: [...rest.slice(0, at), tab, ...rest.slice(at)] }
}

function ask(state: TabsState, more: readonly Leaving[]): TabsState {
  const keys = new Set(more.map(({ key }) => key))
  return { ...state, leaving: [...state.leaving.filter(({ key }) => !keys.has(key)), ...more] }
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

/** Closing the active tab goes to the last remaining one, or home (spec section 2). */
function remove(state: TabsState, keys: readonly string[]): TabsState {
  const rest = state.tabs.filter((tab) => !keys.includes(tab.key))
  const last = rest.at(-1)
  const isActiveGone = keys.includes(state.activeKey)
  // Closing home as the only tab shows home again.
  if (isActiveGone && !last && state.activeKey === HOME_PATH)
    return { ...state, tabs: state.tabs.filter((tab) => tab.key === HOME_PATH) }
  const isOpen = (key: string): boolean => !keys.includes(key)
  return {
    ...state,
    tabs: rest,
    mounted: state.mounted.filter(isOpen),
    generations: new Map([...state.generations].filter(([key]) => isOpen(key))),
    unsaved: new Map([...state.unsaved].filter(([key]) => isOpen(key))),
    goTo: isActiveGone
      ? { address: last ? last.pathname + last.search : HOME_PATH, closedKey: state.activeKey }
      : state.goTo,
  }
}

/** Two tabs of one title are told apart by the names of their pages, and where these are the same, by a number. */
export function distinctTitles<T extends { readonly pathname: string; readonly title: string }>(
  tabs: readonly T[],
  pageOf: (path: string) => string,
): readonly T[] {
  const withPage = tabs.map((tab) => {
    const page = pageOf(tab.pathname)
    const hasTwin = tabs.some(({ pathname, title }) => title === tab.title && pageOf(pathname) !== page)
    return hasTwin && page !== tab.title ? { ...tab, title: `${tab.title} · ${page}` } : tab
  })
  const seen = new Map<string, number>()
  return withPage.map((tab) => {
    const number = (seen.get(tab.title) ?? 0) + 1
    seen.set(tab.title, number)
    return number === 1 ? tab : { ...tab, title: `${tab.title} (${number})` }
  })
}
