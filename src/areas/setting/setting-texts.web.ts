import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { SettingAreaPageTexts } from './locale/page.en.ts'

// Only administrators' pages need them: they come with those, in one language.
await loadPartTexts('settingAreaPage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})

export const pageLabel: Translate<SettingAreaPageTexts> = areaTexts<SettingAreaPageTexts>('settingAreaPage')
