import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { OwnCompanyTexts } from './own.en.ts'

// Loaded on demand, for a distributor's staff.
export const ownText = await loadPartTexts<OwnCompanyTexts>('ownCompany', {
  en: () => import('./own.en.ts'),
  zh: () => import('./own.zh.ts'),
})
