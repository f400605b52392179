import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { IntegrationPageTexts } from './locale/page.en.ts'

// Loaded on demand with the pages, in one language.
await loadPartTexts('integrationPage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})

/** Texts of the area's pages. */
export const syncText: Translate<IntegrationPageTexts> = areaTexts<IntegrationPageTexts>('integrationPage')
