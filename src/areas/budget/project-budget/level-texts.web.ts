import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { LevelTexts } from '../locale/levels.en.ts'

/** Texts of lists and decisions about budget levels; loaded on demand by lists and decisions, not by forms. */
export const levelLabel = await loadPartTexts<LevelTexts>('budgetLevels', {
  en: () => import('../locale/levels.en.ts'),
  zh: () => import('../locale/levels.zh.ts'),
})
