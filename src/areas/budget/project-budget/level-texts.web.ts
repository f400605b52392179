import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { LevelTexts } from '../locale/levels.en.ts'

// Lists and decisions need them, the forms do not.
await loadPartTexts('budgetLevels', {
  en: () => import('../locale/levels.en.ts'),
  zh: () => import('../locale/levels.zh.ts'),
})

/** Texts of lists and decisions over the levels of a budget. */
export const levelLabel: Translate<LevelTexts> = areaTexts<LevelTexts>('budgetLevels')
