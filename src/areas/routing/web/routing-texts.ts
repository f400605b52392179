import { areaTexts, loadPartTexts, type Translate } from '#kernel/console/client/i18n.ts'
import type { RoutingPageTexts } from '../locale/page.en.ts'

// Only administrators' pages need them: they come with those, in one language.
await loadPartTexts('routingPage', {
  en: () => import('../locale/page.en.ts'),
  zh: () => import('../locale/page.zh.ts'),
})

/** Texts of the area's pages. */
export const pageLabel: Translate<RoutingPageTexts> = areaTexts<RoutingPageTexts>('routingPage')
