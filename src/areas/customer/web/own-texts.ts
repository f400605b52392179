import { areaTexts, loadPartTexts, type Translate } from '#kernel/console/client/i18n.ts'
import type { OwnCompanyTexts } from '../locale/own.en.ts'

// Only a distributor's staff need them.
await loadPartTexts('ownCompany', {
  en: () => import('../locale/own.en.ts'),
  zh: () => import('../locale/own.zh.ts'),
})

export const ownText: Translate<OwnCompanyTexts> = areaTexts<OwnCompanyTexts>('ownCompany')
