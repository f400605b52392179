import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { RepairTexts } from './repair.en.ts'

// Loaded on demand with the page, in one language.
await loadPartTexts('repair', {
  en: () => import('./repair.en.ts'),
  zh: () => import('./repair.zh.ts'),
})

export const repairText: Translate<RepairTexts> = areaTexts<RepairTexts>('repair')
