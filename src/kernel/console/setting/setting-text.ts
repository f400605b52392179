import type { SettingPageTexts } from '#kernel/console/setting/locale/setting-page.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Only administrators' pages need them: they come with those, in one language.
await loadPartTexts('settingPage', {
  en: () => import('#kernel/console/setting/locale/setting-page.en.ts'),
  zh: () => import('#kernel/console/setting/locale/setting-page.zh.ts'),
})

export const settingText: Translate<SettingPageTexts> = areaTexts<SettingPageTexts>('settingPage')
