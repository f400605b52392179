import type { SettingPageTexts } from './locale/setting-page.en.ts'
import { loadPartTexts } from '../client/i18n.ts'

// Loaded on demand in one language, with administrators' pages.
export const settingText = await loadPartTexts<SettingPageTexts>('settingPage', {
  en: () => import('./locale/setting-page.en.ts'),
  zh: () => import('./locale/setting-page.zh.ts'),
})
