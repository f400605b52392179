import { Type } from 'typebox'

// Keyset pages of a list, newest first: a page begins after a row, or at an end (decision 057).

export interface KeyedPlace {
  readonly from: string | null
  readonly way: 'older' | 'newer' | 'oldest'
}

export const waySchema = Type.Union([Type.Literal('older'), Type.Literal('newer'), Type.Literal('oldest')])
export const edgesSchema = Type.Object({ hasNewer: Type.Boolean(), hasOlder: Type.Boolean() })

/** Whether it is read from the old end, or towards the new one. */
export const isBackwards = ({ way }: KeyedPlace): boolean => way !== 'older'

/** The oldest page has no start. */
export const placeOf = (from: string | null | undefined, way: KeyedPlace['way'] | undefined): KeyedPlace => ({
  from: way === 'oldest' ? null : (from ?? null),
  way: way ?? 'older',
})

/** Takes one row more than fits, newest first: returns the page, and whether more lies beyond. The extra row is at the far end. */
export function cutPage<T>(found: readonly T[], limit: number, place: KeyedPlace) {
  const hasMore = found.length > limit
  const backwards = isBackwards(place)
  const records = hasMore ? (backwards ? found.slice(1) : found.slice(0, limit)) : found
  const edges = backwards
    ? { hasNewer: hasMore, hasOlder: place.way === 'newer' }
    : { hasNewer: place.from !== null, hasOlder: hasMore }
  return { records, edges }
}
