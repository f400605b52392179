export interface Turns {
  /**
   * Resolves with the milliseconds it waited when a place is free; rejects with what `tooLong` makes after `mostMs`.
   * Who got a place gives it back with `pass`.
   */
  take(mostMs: number, tooLong: () => Error): Promise<number>
  pass(): void
}

export interface TurnsOptions {
  readonly atOnce: number
  /** Those beyond are refused at once instead of kept. */
  readonly mostWaiting?: number
}

/** A bounded number of places for work that would only slow itself down, and a line for who finds none free. */
export function createTurns({ atOnce, mostWaiting = Infinity }: TurnsOptions): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async take(mostMs, tooLong) {
      if (running < atOnce) {
        running += 1
        return 0
      }
      if (waiting.length >= mostWaiting) throw tooLong()
      const since = performance.now()
      await new Promise<void>((resolve, reject) => {
        const turn = () => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(turn), 1)
          reject(tooLong())
        }, mostMs)
        waiting.push(turn)
      })
      return performance.now() - since
    },
    pass() {
      const next = waiting.shift()
      // The next in line takes over the place, so `running` stays as it is.
      if (next) next()
      else running -= 1
    },
  }
}
