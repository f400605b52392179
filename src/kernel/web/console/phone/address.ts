import { useSyncExternalStore } from 'react'

/** The phone's router. Four pages need no library: the browser's history with change events. */
export interface Address {
  readonly path: string
  readonly query: URLSearchParams
  /** Path and query. */
  readonly text: string
  /** Of the displayed page: another one each time that a page is gone to. */
  readonly key: number
}

const listeners = new Set<() => void>()

/** The displayed page, and the browser's address of it, which may have been replaced since. */
let shown = { text: addressText(), key: 0 }
let named = shown.text

// Once whatever was open over the page has closed by it and put the address right.
window.addEventListener('popstate', () => setTimeout(show))

export function goTo(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', to)
  else history.replaceState(null, '', to)
  show()
  window.scrollTo(0, 0)
}

function show(): void {
  // Back from what stood open over the page.
  if (addressText() === named) return
  shown = { text: addressText(), key: shown.key + 1 }
  named = shown.text
  for (const listener of listeners) listener()
}

/** Replaces the address without changing the page: a saved draft gets its number. */
export function renameAddress(to: string): void {
  history.replaceState(null, '', to)
  named = addressText()
}

export function useAddress(): Address {
  const { text, key } = useSyncExternalStore(listen, () => shown)
  const [path = '/', query = ''] = text.split('?', 2)
  return { path: path.replace(/(.)\/$/, '$1'), query: new URLSearchParams(query), text, key }
}

function addressText(): string {
  return location.pathname + location.search
}

function listen(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
