import { useEffect } from 'react'
import { isErrorPage } from './routing.ts'
import type { Tab } from './tabs/tabs.ts'
import { HOME_PATH, isNewDocument } from './tabs/tab-key.ts'

/** A page or document that was opened. */
export interface Visit {
  readonly key: string
  readonly address: string
  /** The document's name; null for a page, whose name is in the menu. */
  readonly title: string | null
}

const KEPT = 20

function storeOf(account: string): string {
  return `recent:${account}`
}

/** The latest pages of this account in this browser, latest first. */
export function recentVisits(account: string): readonly Visit[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storeOf(account)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isVisit) : []
  } catch {
    return []
  }
}

/** The stored value may be from an older version, or edited. */
function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null) return false
  const { key, address, title } = value as Partial<Record<keyof Visit, unknown>>
  return (
    typeof key === 'string' &&
    typeof address === 'string' &&
    address.startsWith('/') &&
    !address.startsWith('//') &&
    (title === null || typeof title === 'string')
  )
}

export function withVisit(visits: readonly Visit[], visit: Visit): readonly Visit[] {
  return [visit, ...visits.filter((old) => old.key !== visit.key)].slice(0, KEPT)
}

/** Home, errors and new documents are not remembered: a draft is found by its number. */
export function visitOf(tabs: readonly Tab[], key: string): Visit | null {
  const tab = tabs.find((open) => open.key === key)
  if (!tab || tab.pathname === HOME_PATH || isErrorPage(tab.pathname)) return null
  const { pathname, search, title } = tab
  const isNew = new URLSearchParams(search).get('type') === 'new' || isNewDocument(key)
  return isNew || (key !== pathname && title === null) ? null : { key, address: pathname + search, title }
}

/** Remembers the current page; null for one that is not remembered. */
export function useRecentVisit(account: string, visit: Visit | null): void {
  const text = visit && JSON.stringify(visit)
  useEffect(() => {
    if (text === null) return
    const visits = withVisit(recentVisits(account), JSON.parse(text) as Visit)
    localStorage.setItem(storeOf(account), JSON.stringify(visits))
  }, [account, text])
}
