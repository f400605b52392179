import type { SettingPageTexts } from './locale/setting-page.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Loaded on demand in one language, with administrators' pages.
await loadPartTexts('settingPage', {
  en: () => import('./locale/setting-page.en.ts'),
  zh: () => import('./locale/setting-page.zh.ts'),
})

export const settingText: Translate<SettingPageTexts> = areaTexts<SettingPageTexts>('settingPage')
