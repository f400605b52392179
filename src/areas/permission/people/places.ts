/** The tree of organisations: the parent of each, null of the root. */
export type Parents = ReadonlyMap<number, number | null>

/** Whether what is held at one organisation counts at another: it is the same, or lies above it. */
export function covers(parents: Parents, upper: number, lower: number): boolean {
  // A tree has no circles; a bound keeps a broken one from hanging the product.
  let at: number | null | undefined = lower
  for (let steps = 0; at !== null && at !== undefined && steps < 100; steps += 1) {
    if (at === upper) return true
    at = parents.get(at)
  }
  return false
}

/** The same places without those that lie within another of them. */
export function topmost(parents: Parents, places: Iterable<number>): readonly number[] {
  const all = [...new Set(places)]
  return all
    .filter((place) => !all.some((other) => other !== place && covers(parents, other, place)))
    .toSorted((a, b) => a - b)
}

/** The lower of two places of which one lies within the other; null where they have nothing in common. */
export function shared(parents: Parents, one: number, other: number): number | null {
  if (covers(parents, one, other)) return other
  return covers(parents, other, one) ? one : null
}
