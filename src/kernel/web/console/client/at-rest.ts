import { useSyncExternalStore } from 'react'
import { queryClient } from './query-client.ts'

/** The page counts as read once it has fetched nothing for so long. */
const STILL_MS = 100
/** After this the frame's counts are fetched even if the page is still fetching. */
const LONGEST_MS = 1_500

let isAtRest = false
const listeners = new Set<() => void>()

function rest(): void {
  isAtRest = true
  for (const listener of listeners) listener()
}

/** Called when the first page is drawn: from then on it watches for the end of the page's own calls. */
export function watchRest(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    if (queryClient.isFetching() === 0) timer = setTimeout(done, STILL_MS)
  }
  const stop = queryClient.getQueryCache().subscribe(look)
  const latest = setTimeout(done, LONGEST_MS)
  function done(): void {
    stop()
    clearTimeout(timer)
    clearTimeout(latest)
    rest()
  }
  look()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * False until the first page has what it shows. The counts of the frame (tasks, notifications, downloads) wait for that: a person waits for
 * the page, and each call that goes ahead of its own makes it later.
 */
export function useAtRest(): boolean {
  return useSyncExternalStore(subscribe, () => isAtRest)
}
