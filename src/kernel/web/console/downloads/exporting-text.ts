import type { ExportingTexts } from './locale/exporting.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Loaded with the button: the phone has none, and its first load counts every byte.
await loadPartTexts('exporting', {
  en: () => import('./locale/exporting.en.ts'),
  zh: () => import('./locale/exporting.zh.ts'),
})

export const exportingText: Translate<ExportingTexts> = areaTexts<ExportingTexts>('exporting')
