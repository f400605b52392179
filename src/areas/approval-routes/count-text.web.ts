import { pageLabel } from './approval-routes-texts.web.ts'

/** As many as the server counts. */
const COUNTED = 10_000

export function countText(count: number): string {
  return count >= COUNTED ? pageLabel('list.more', { count: '10,000' }) : String(count)
}
