/** The first that was not passed yet: what was done has left the list, what came in stands where its order puts it. */
export function following(before: readonly string[], at: number, now: readonly string[]): string | null {
  const passed = new Set(before.slice(0, at + 1))
  return now.find((each) => !passed.has(each)) ?? null
}
