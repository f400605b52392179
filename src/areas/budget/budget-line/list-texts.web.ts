import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { ListTexts } from './lists.en.ts'

/** Texts of the area's lists and drawers; loaded on demand: forms, especially on the phone, do not need them. */
export const pageLabel = await loadPartTexts<ListTexts>('budgetLists', {
  en: () => import('./lists.en.ts'),
  zh: () => import('./lists.zh.ts'),
})
