import { pageLabel } from './approval-routes-texts.web.ts'

/** The server counts up to this. */
const COUNTED = 10_000

export function countText(count: number): string {
  return count >= COUNTED ? pageLabel('list.more', { count: '10,000' }) : String(count)
}
