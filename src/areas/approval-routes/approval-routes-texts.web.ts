import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { ApprovalRoutesPageTexts } from './locale/page.en.ts'

// Loaded on demand in one language, with administrators' pages.
await loadPartTexts('approvalRoutesPage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})

/** Texts of the area's pages. */
export const pageLabel: Translate<ApprovalRoutesPageTexts> = areaTexts<ApprovalRoutesPageTexts>('approvalRoutesPage')
