import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { DevicePageTexts } from './locale/page.en.ts'

// Loaded with the pages, in one language, and not with the first load.
await loadPartTexts('devicePage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})

export const deviceText: Translate<DevicePageTexts> = areaTexts<DevicePageTexts>('devicePage')
