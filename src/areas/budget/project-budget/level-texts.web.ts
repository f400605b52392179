import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { LevelTexts } from '../locale/levels.en.ts'

// Loaded on demand by lists and decisions, not by forms.
await loadPartTexts('budgetLevels', {
  en: () => import('../locale/levels.en.ts'),
  zh: () => import('../locale/levels.zh.ts'),
})

/** Texts of lists and decisions about budget levels. */
export const levelLabel: Translate<LevelTexts> = areaTexts<LevelTexts>('budgetLevels')
