export interface Semaphore {
  /**
   * Resolves with the milliseconds waited when a slot is free; rejects with the result of `tooLong` after `mostMs`.
   * `release` with the same name returns the slot.
   */
  acquire(mostMs: number, tooLong: () => Error, who?: string): Promise<number>
  release(who?: string): void
}

export interface SemaphoreOptions {
  readonly atOnce: number
  /** Callers beyond this are refused at once instead of queued. */
  readonly mostWaiting?: number
  /** The same limits for one name, so that nobody blocks the others. */
  readonly each?: { readonly atOnce: number; readonly mostWaiting: number }
}

interface Waiting {
  readonly who: string | undefined
  readonly turn: () => void
}

/** Semaphore with a bounded FIFO queue, for work that would only slow itself down. */
export function createSemaphore({ atOnce, mostWaiting = Infinity, each }: SemaphoreOptions): Semaphore {
  const running: (string | undefined)[] = []
  const waiting: Waiting[] = []
  const countOf = (list: readonly (string | undefined)[], who: string | undefined): number =>
    who === undefined ? 0 : list.filter((one) => one === who).length
  const mayRun = (who: string | undefined): boolean =>
    running.length < atOnce && countOf(running, who) < (each?.atOnce ?? Infinity)
  const leave = (one: Waiting): void => void waiting.splice(waiting.indexOf(one), 1)
  return {
    async acquire(mostMs, tooLong, who) {
      if (mayRun(who)) {
        running.push(who)
        return 0
      }
      const names = waiting.map((one) => one.who)
      if (names.length >= mostWaiting || countOf(names, who) >= (each?.mostWaiting ?? Infinity)) throw tooLong()
      const since = performance.now()
      await new Promise<void>((resolve, reject) => {
        const turn = () => {
          clearTimeout(timer)
          resolve()
        }
        const one: Waiting = { who, turn }
        const timer = setTimeout(() => {
          leave(one)
          reject(tooLong())
        }, mostMs)
        waiting.push(one)
      })
      return performance.now() - since
    },
    release(who) {
      running.splice(running.indexOf(who), 1)
      // The first queued caller who may get a slot; slots that their own limit denied them may be free by now.
      for (let next = waiting.find((one) => mayRun(one.who)); next; next = waiting.find((one) => mayRun(one.who))) {
        leave(next)
        running.push(next.who)
        next.turn()
      }
    },
  }
}
