/** The time as a dependency, so that a test can stand at the end of a month. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
