import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { tabKeyOf } from '../shell/tabs.ts'

/** The order of the list that a document was opened from: its detail can go to the next without going back. */
interface Walk {
  /** The list's own address, with filters, sort and page. */
  readonly list: string
  readonly addresses: readonly string[]
  /** How many rows stand before the page in sight, and how many match in all. */
  readonly offset: number
  readonly total: number | null
}

const STORE = 'listWalk'
const listeners = new Set<() => void>()

function storedText(): string {
  return sessionStorage.getItem(STORE) ?? ''
}

/** Remembers the rows in sight, in their order, when one of them is opened. */
export function startWalk(walk: Walk): void {
  sessionStorage.setItem(STORE, JSON.stringify(walk))
  for (const listener of listeners) listener()
}

interface ListWalkSteps {
  /** Where the document stands among all that matched, from 1. */
  readonly position: number
  readonly total: number | null
  readonly previous: (() => void) | null
  readonly next: (() => void) | null
  readonly back: () => void
}

/** The neighbours of the document on this page in the list it was opened from; null where it was not opened from one. */
export function useListWalk(): ListWalkSteps | null {
  const text = useSyncExternalStore(subscribe, storedText)
  const location = useLocation()
  const navigate = useNavigate()
  const go = useCallback((address: string | undefined) => (address ? () => void navigate(address) : null), [navigate])
  return useMemo(() => {
    const walk = read(text)
    const here = tabKeyOf(location)
    const at = walk?.addresses.findIndex((address) => tabKeyOf(locationOf(address)) === here) ?? -1
    if (!walk || at < 0) return null
    return {
      position: walk.offset + at + 1,
      total: walk.total,
      previous: go(walk.addresses[at - 1]),
      next: go(walk.addresses[at + 1]),
      back: () => void navigate(walk.list),
    }
  }, [text, location, go, navigate])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(text: string): Walk | null {
  try {
    const walk: unknown = JSON.parse(text)
    return typeof walk === 'object' && walk !== null && 'addresses' in walk ? (walk as Walk) : null
  } catch {
    return null
  }
}

function locationOf(address: string): { pathname: string; search: string } {
  const { pathname, search } = new URL(address, location.origin)
  return { pathname, search }
}
