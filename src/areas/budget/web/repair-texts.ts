import { areaTexts, loadPartTexts, type Translate } from '#kernel/console/client/i18n.ts'
import type { RepairTexts } from '../locale/repair.en.ts'

// Only who looks after reserves needs them: they come with the page, in one language.
await loadPartTexts('repair', {
  en: () => import('../locale/repair.en.ts'),
  zh: () => import('../locale/repair.zh.ts'),
})

export const repairText: Translate<RepairTexts> = areaTexts<RepairTexts>('repair')
