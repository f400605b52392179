import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { PermissionPageTexts } from './locale/page.en.ts'

// Only administrators' pages need them: they come with those, in one language.
/** Texts of the area's pages. */
export const label = await loadPartTexts<PermissionPageTexts>('permissionPage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})
