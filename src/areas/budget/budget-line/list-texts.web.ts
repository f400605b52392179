import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { ListTexts } from './lists.en.ts'

// Loaded on demand: forms, especially on the phone, do not need them.
await loadPartTexts('budgetLists', {
  en: () => import('./lists.en.ts'),
  zh: () => import('./lists.zh.ts'),
})

/** Texts of the area's lists and drawers. */
export const pageLabel: Translate<ListTexts> = areaTexts<ListTexts>('budgetLists')
