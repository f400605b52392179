import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { ApprovalRoutesPageTexts } from './locale/page.en.ts'

// Loaded on demand in one language, with administrators' pages.
/** Texts of the area's pages. */
export const pageLabel = await loadPartTexts<ApprovalRoutesPageTexts>('approvalRoutesPage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})

/** The server counts up to this. */
const COUNTED = 10_000

export function countText(count: number): string {
  return count >= COUNTED ? pageLabel('list.more', { count: '10,000' }) : String(count)
}
