/** Numbers that come again for the same seed. */
export function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    upTo: (count: number) => Math.floor(next() * count),
    chance: (share: number) => next() < share,
    one: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
    some: <T>(list: readonly T[], most: number): T[] => {
      const rest = [...list]
      return Array.from(
        { length: 1 + Math.floor(next() * most) },
        () => rest.splice(Math.floor(next() * rest.length), 1)[0]!,
      )
    },
  }
}
export type Random = ReturnType<typeof randomOf>
