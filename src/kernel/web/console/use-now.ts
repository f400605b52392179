import { productNow } from '#kernel/base/clock/clock.ts'
import { useSyncExternalStore } from 'react'

let now = productNow().getTime()
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

/** One clock for all who look at it: a list holds hundreds of waiting times. */
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
  // Nobody looked for a while: the first who does sees the time of now.
  if (!timer) now = productNow().getTime()
  return now
}

/** The time, to the minute: waiting times grow while one looks at them. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, current)
}
