import { areaTexts, loadPartTexts, type Translate } from '#kernel/console/client/i18n.ts'
import type { ListTexts } from '../locale/lists.en.ts'

// The forms, on the phone above all, do without them.
await loadPartTexts('budgetLists', {
  en: () => import('../locale/lists.en.ts'),
  zh: () => import('../locale/lists.zh.ts'),
})

/** Texts of the area's lists and drawers. */
export const pageLabel: Translate<ListTexts> = areaTexts<ListTexts>('budgetLists')
