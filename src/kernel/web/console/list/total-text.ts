/** Exact up to 1,000,000, then `1,000,000+`. */
export function totalText(total: number | null, isCapped: boolean): string {
  return total === null ? '' : `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`
}
