import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { OwnCompanyTexts } from './own.en.ts'

// Loaded on demand, for a distributor's staff.
await loadPartTexts('ownCompany', {
  en: () => import('./own.en.ts'),
  zh: () => import('./own.zh.ts'),
})

export const ownText: Translate<OwnCompanyTexts> = areaTexts<OwnCompanyTexts>('ownCompany')
