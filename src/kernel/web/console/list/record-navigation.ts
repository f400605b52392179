import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { tabKeyOf } from '../shell/tabs/tab-key.ts'
import { nextRow } from './next-row.ts'

/** The order of the list that a document was opened from, so that its page can go to the next one directly. */
interface Walk {
  /** The list's name, as for its views. */
  readonly name: string
  /** The list's own address, with filters, sort and page. */
  readonly list: string
  readonly addresses: readonly string[]
  /** Number of rows before the visible page, and of all matches. */
  readonly offset: number
  readonly total: number | null
  /** Rows of a page. */
  readonly limit: number
}

/** Loads another page of rows in the same order; lost on a reload, after which navigation ends with the visible page. */
type Loader = (page: number) => Promise<readonly string[]>
let loader: Loader | null = null

const STORE = 'recordNavigator'
const listeners = new Set<() => void>()

function storedText(): string {
  return sessionStorage.getItem(STORE) ?? ''
}

/** Stores the visible rows in order when one of them is opened. */
export function startNavigation(walk: Walk, load: Loader): void {
  loader = load
  put(walk)
}

function put(walk: Walk): void {
  sessionStorage.setItem(STORE, JSON.stringify(walk))
  for (const listener of listeners) listener()
}

/**
 * The next document after this one is finished: the next in the current list, where navigation continues. Null where it
 * was opened from another list, or from none, and at the end.
 */
export async function navigateOn(name: string, here: { readonly pathname: string; readonly search: string }) {
  const walk = read(storedText())
  const isHere = (address: string): boolean => tabKeyOf(locationOf(address)) === tabKeyOf(here)
  const at = walk?.name === name ? walk.addresses.findIndex(isHere) : -1
  if (!walk || at < 0) return null
  const others = walk.addresses.filter((_, index) => index !== at)
  const now = loader ? await loader(walk.offset / walk.limit + 1) : others
  const next = nextRow(walk.addresses, at, now)
  if (next !== null) put({ ...walk, addresses: now, total: walk.total === null ? null : walk.total - 1 })
  return next
}

interface RecordNavigatorSteps {
  /** Position of the document among all matches, from 1. */
  readonly position: number
  readonly total: number | null
  readonly previous: (() => void) | null
  readonly next: (() => void) | null
  readonly back: () => void
}

/** The neighbours of this document in the list it was opened from; null where there is no such list. */
export function useRecordNavigation(): RecordNavigatorSteps | null {
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
      previous: go(walk.addresses[at - 1]) ?? beyond(walk, -1, navigate),
      next: go(walk.addresses[at + 1]) ?? beyond(walk, 1, navigate),
      back: () => void navigate(walk.list),
    }
  }, [text, location, go, navigate])
}

/** The first row of the next page, or the last of the previous one, where there is one. */
function beyond(walk: Walk, step: 1 | -1, navigate: (address: string) => void): (() => void) | null {
  const load = loader
  const offset = walk.offset + step * walk.limit
  if (!load || offset < 0 || walk.total === null || offset >= walk.total) return null
  const page = offset / walk.limit + 1
  return () => {
    load(page).then(
      (addresses) => {
        const address = addresses.at(step === 1 ? 0 : -1)
        if (address === undefined) return
        put({ ...walk, addresses, offset, list: onPage(walk.list, page) })
        navigate(address)
      },
      // The next press tries again; nothing on this page is wrong.
      () => undefined,
    )
  }
}

/** The list's address with another page, so that going back leads to the current position. */
function onPage(list: string, page: number): string {
  const url = new URL(list, location.origin)
  if (page > 1) url.searchParams.set('page', String(page))
  else url.searchParams.delete('page')
  return url.pathname + url.search
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
