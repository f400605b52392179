const QUARTER = 900_000

/** Counts the quarters of an hour. In every zone a day begins with one: until the next, nothing changes that follows from the day. */
export function quarterOf(at: Date): number {
  return Math.floor(at.getTime() / QUARTER)
}
