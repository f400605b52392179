const SHOWN = 10

/** `2, 5, 9 …`: the first of many row numbers. */
export function rowList(rows: readonly number[]): string {
  const sorted = rows.toSorted((a, b) => a - b)
  return `${sorted.slice(0, SHOWN).join(', ')}${sorted.length > SHOWN ? ' …' : ''}`
}
