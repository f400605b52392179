import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { OwnCompanyTexts } from './own.en.ts'

// Only a distributor's staff need them.
await loadPartTexts('ownCompany', {
  en: () => import('./own.en.ts'),
  zh: () => import('./own.zh.ts'),
})

export const ownText: Translate<OwnCompanyTexts> = areaTexts<OwnCompanyTexts>('ownCompany')
