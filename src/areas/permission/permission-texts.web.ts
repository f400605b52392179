import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { PermissionPageTexts } from './locale/page.en.ts'

// Only administrators' pages need them: they come with those, in one language.
await loadPartTexts('permissionPage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})

/** Texts of the area's pages. */
export const label: Translate<PermissionPageTexts> = areaTexts<PermissionPageTexts>('permissionPage')
