import { useSyncExternalStore } from 'react'
import { queryClient } from './query-client.ts'

/** Idle time of the network after which the page counts as loaded. */
const STILL_MS = 100
/** After this the frame's counts are fetched even if the page is still loading. */
const LONGEST_MS = 1_500

let isAtRest = false
const listeners = new Set<() => void>()

function rest(): void {
  isAtRest = true
  for (const listener of listeners) listener()
}

/** Called when the first page is drawn: then the end of its calls is awaited. */
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
 * False until the first page has its data. The frame's counts (tasks, notifications, downloads) wait for that, so that
 * their calls do not delay the page.
 */
export function useAtRest(): boolean {
  return useSyncExternalStore(subscribe, () => isAtRest)
}
