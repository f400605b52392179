import { setTimeout as sleep } from 'node:timers/promises'

interface Patience {
  readonly withinMs?: number
  readonly everyMs?: number
}

/**
 * Asks again and again until it is so: for what another process brings about, and tells nobody.
 *
 * @param what says what stands instead: 'nobody took the task'
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
