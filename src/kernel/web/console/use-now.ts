import { productNow } from '#kernel/base/clock/clock.ts'
import { useSyncExternalStore } from 'react'

let now = productNow().getTime()
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

/** One timer for all subscribers: a list has hundreds of waiting times. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = productNow().getTime()
    for (const each of listeners) each()
  }, 60_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || !timer) return
    clearInterval(timer)
    timer = null
  }
}

function current(): number {
  // After a time without subscribers the value is outdated, so the first one refreshes it.
  if (!timer) now = productNow().getTime()
  return now
}

/** The current time by the minute, so that waiting times grow. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, current)
}
