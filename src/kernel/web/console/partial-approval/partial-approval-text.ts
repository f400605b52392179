import type { PartialApprovalTexts } from './locale/partial-approval.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Loaded on demand in one language, for people who may approve less.
await loadPartTexts('reduce', {
  en: () => import('./locale/partial-approval.en.ts'),
  zh: () => import('./locale/partial-approval.zh.ts'),
})

export const partialApprovalText: Translate<PartialApprovalTexts> = areaTexts<PartialApprovalTexts>('reduce')
