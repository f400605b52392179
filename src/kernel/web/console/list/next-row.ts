/**
 * The next row in the list's current state: the first following one that is still there, then rows not seen before.
 * Finished rows have left the list, and new ones do not come first.
 */
export function nextRow(before: readonly string[], at: number, now: readonly string[]): string | null {
  const known = new Set(before)
  return before.slice(at + 1).find((each) => now.includes(each)) ?? now.find((each) => !known.has(each)) ?? null
}
