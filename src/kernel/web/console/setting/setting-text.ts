import type { SettingPageTexts } from './locale/setting-page.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Only administrators' pages need them: they come with those, in one language.
await loadPartTexts('settingPage', {
  en: () => import('./locale/setting-page.en.ts'),
  zh: () => import('./locale/setting-page.zh.ts'),
})

export const settingText: Translate<SettingPageTexts> = areaTexts<SettingPageTexts>('settingPage')
