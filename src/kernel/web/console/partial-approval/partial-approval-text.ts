import type { PartialApprovalTexts } from './locale/partial-approval.en.ts'
import { loadPartTexts } from '../client/i18n.ts'

// Loaded on demand in one language, for people who may approve less.
export const partialApprovalText = await loadPartTexts<PartialApprovalTexts>('reduce', {
  en: () => import('./locale/partial-approval.en.ts'),
  zh: () => import('./locale/partial-approval.zh.ts'),
})
