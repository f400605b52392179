import type { ExportingTexts } from './locale/exporting.en.ts'
import { loadPartTexts } from '../client/i18n.ts'

// Loaded with the button, because the first load of a phone counts every byte.
export const exportingText = await loadPartTexts<ExportingTexts>('exporting', {
  en: () => import('./locale/exporting.en.ts'),
  zh: () => import('./locale/exporting.zh.ts'),
})
