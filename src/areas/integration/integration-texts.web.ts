import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { IntegrationPageTexts } from './locale/page.en.ts'

// Loaded on demand with the pages, in one language.
/** Texts of the area's pages. */
export const syncText = await loadPartTexts<IntegrationPageTexts>('integrationPage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})
