/**
 * What comes after in the list as it is now: the first of those after it that is still there, then what was not in sight before.
 * What was done has left the list, and what came in meanwhile does not push in front.
 */
export function nextRow(before: readonly string[], at: number, now: readonly string[]): string | null {
  const known = new Set(before)
  return before.slice(at + 1).find((each) => now.includes(each)) ?? now.find((each) => !known.has(each)) ?? null
}
