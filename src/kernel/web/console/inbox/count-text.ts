const MOST = 99

/** A number as it fits beside an icon. */
export function countText(total: number): string {
  return total > MOST ? `${MOST}+` : String(total)
}
