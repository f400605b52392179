const MOST = 99

/** A number short enough for a badge. */
export function countText(total: number): string {
  return total > MOST ? `${MOST}+` : String(total)
}
