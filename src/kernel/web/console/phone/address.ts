import { useSyncExternalStore } from 'react'

/** The phone's router. Four pages need no library: the browser's history with change events. */
export interface Address {
  readonly path: string
  readonly query: URLSearchParams
  /** Path and query: the key of the displayed page. */
  readonly text: string
}

const listeners = new Set<() => void>()

/** The displayed page; the browser's own address may have been replaced since. */
let shown = addressText()

window.addEventListener('popstate', () => show())

export function goTo(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', to)
  else history.replaceState(history.state, '', to)
  show()
  window.scrollTo(0, 0)
}

function show(): void {
  shown = addressText()
  for (const listener of listeners) listener()
}

/**
 * Replaces the address without changing the page: a saved draft gets its number. The entry keeps its state, which says whether Back passes
 * over the one below it.
 */
export function renameAddress(to: string): void {
  history.replaceState(history.state, '', to)
}

export function useAddress(): Address {
  const text = useSyncExternalStore(listen, () => shown)
  const [path = '/', query = ''] = text.split('?', 2)
  return { path: path.replace(/(.)\/$/, '$1'), query: new URLSearchParams(query), text }
}

function addressText(): string {
  return location.pathname + location.search
}

function listen(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
