/** The tree of organisations: the parent of each, null of the root. */
export type Parents = ReadonlyMap<number, number | null>

/** Whether a role at one organisation counts at another: the same, or one below it. */
export function covers(parents: Parents, upper: number, lower: number): boolean {
  // A tree has no circles; the bound prevents an endless loop over inconsistent data.
  let at: number | null | undefined = lower
  for (let steps = 0; at !== null && at !== undefined && steps < 100; steps += 1) {
    if (at === upper) return true
    at = parents.get(at)
  }
  return false
}

/** The places without those that lie within another of them. */
export function topmost(parents: Parents, places: Iterable<number>): readonly number[] {
  const all = [...new Set(places)]
  return all
    .filter((place) => !all.some((other) => other !== place && covers(parents, other, place)))
    .toSorted((a, b) => a - b)
}

/** The lower of two nested places; null where they do not overlap. */
export function shared(parents: Parents, one: number, other: number): number | null {
  if (covers(parents, one, other)) return other
  return covers(parents, other, one) ? one : null
}
