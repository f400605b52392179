import { setTimeout as sleep } from 'node:timers/promises'

interface Patience {
  readonly withinMs?: number
  readonly everyMs?: number
}

/**
 * Polls until the condition holds: for changes by another process that sends no event.
 *
 * @param what describes the state if it never holds: 'nobody took the task'
 * @throws Error with that
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string),
  { withinMs = 60_000, everyMs = 50 }: Patience = {},
): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(everyMs))
    if (await condition()) return
  throw new Error(`waited in vain: ${typeof what === 'string' ? what : what()}`)
}
