import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { SettingAreaPageTexts } from './locale/page.en.ts'

// Loaded on demand in one language, with administrators' pages.
await loadPartTexts('settingAreaPage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})

export const pageLabel: Translate<SettingAreaPageTexts> = areaTexts<SettingAreaPageTexts>('settingAreaPage')
