import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { RepairTexts } from './repair.en.ts'

// Loaded on demand with the page, in one language.
export const repairText = await loadPartTexts<RepairTexts>('repair', {
  en: () => import('./repair.en.ts'),
  zh: () => import('./repair.zh.ts'),
})
