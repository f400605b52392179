import type { Language } from '#kernel/base/i18n/language.ts'
import type { Tab } from './tabs.ts'
import { isNewDocument, keptInputKey } from './tab-key.ts'

/** Scroll position of a container, left and top; the pane itself is '', those within it are numbered. */
export type Scroll = Readonly<Record<string, readonly [number, number]>>

interface Memory {
  scroll: Scroll
  /** State that a page stores under names of its own (use-tab-state.ts). */
  state: Readonly<Record<string, unknown>>
}

const TABS = 'tabs'
const LANGUAGE = 'tabsLanguage'
const OWNER = 'tabsOwner'
const MEMORY = 'tabMemory'
const KEPT_INPUT = keptInputKey('')

let memories = new Map<string, Memory>()

/**
 * The tabs of this window before a reload: the language switch reloads, and loses nothing. Another person in the same
 * window starts without them.
 */
export function storedTabs(account: string, language: Language): readonly Tab[] {
  if (sessionStorage.getItem(OWNER) !== account) {
    storeTabs([])
    sessionStorage.removeItem(MEMORY)
    sessionStorage.setItem(OWNER, account)
  }
  memories = new Map(Object.entries(parsed<Record<string, Memory>>(MEMORY) ?? {}))
  const isSameLanguage = sessionStorage.getItem(LANGUAGE) === language
  sessionStorage.setItem(LANGUAGE, language)
  const tabs = parsed<Tab[]>(TABS)
  if (!Array.isArray(tabs)) return []
  return tabs
    .filter((tab) => typeof tab.pathname === 'string')
    .map((tab) => (isSameLanguage || isNumber(tab.title) ? tab : { ...tab, title: null }))
}

/** A document's number is language-independent; a textual title is computed again. */
function isNumber(title: string | null): boolean {
  return title !== null && /^[A-Z]*[\d-]+$/.test(title)
}

function parsed<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Stores the tabs, and deletes the state of closed ones. */
export function storeTabs(tabs: readonly Tab[]): void {
  sessionStorage.setItem(TABS, JSON.stringify(tabs))
  const open = new Set(tabs.map((tab) => tab.key))
  for (const key of memories.keys()) if (!open.has(key)) memories.delete(key)
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(KEPT_INPUT) && !open.has(key.slice(KEPT_INPUT.length))) sessionStorage.removeItem(key)
  }
}

/** Stores scroll positions and states for a reload. False where they do not fit. */
export function storeMemory(): boolean {
  try {
    sessionStorage.setItem(MEMORY, JSON.stringify(Object.fromEntries(memories)))
    return true
  } catch {
    sessionStorage.removeItem(MEMORY)
    return false
  }
}

/** Deletes scroll positions and input of a tab, including its page's stored input. */
export function forgetTab(tabKey: string): void {
  memories.delete(tabKey)
  sessionStorage.removeItem(keptInputKey(tabKey))
}

/** Resets a tab for a reload. The stored input stays, because only it knows the number of a newly saved document. */
export function refreshTab(tabKey: string): void {
  memories.delete(tabKey)
  if (!isNewDocument(tabKey)) sessionStorage.removeItem(keptInputKey(tabKey))
}

export function memoryOf(tabKey: string): Memory {
  const memory = memories.get(tabKey) ?? { scroll: {}, state: {} }
  memories.set(tabKey, memory)
  return memory
}
