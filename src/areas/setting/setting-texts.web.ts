import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { SettingAreaPageTexts } from './locale/page.en.ts'

// Loaded on demand in one language, with administrators' pages.
export const pageLabel = await loadPartTexts<SettingAreaPageTexts>('settingAreaPage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})
