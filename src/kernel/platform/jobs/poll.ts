import { setTimeout as sleep } from 'node:timers/promises'

export interface Polling {
  close(): Promise<void>
}

/** Repeats work that handles its own failures until closed: at once while there may be more, else after a pause. */
export function poll(pauseMs: number, work: (closing: AbortSignal) => Promise<boolean>): Polling {
  const closing = new AbortController()
  const { signal } = closing
  const loop = async () => {
    while (!signal.aborted) {
      const isMore = await work(signal)
      if (!isMore) await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = loop()
  return {
    async close() {
      closing.abort()
      await running
    },
  }
}
