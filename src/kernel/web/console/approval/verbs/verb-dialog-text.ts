import { loadPartTexts } from '../../client/i18n.ts'
import type { VerbDialogTexts } from './locale/verb-dialog.en.ts'

// Loaded with the first dialog that is opened.
export const verbDialogText = await loadPartTexts<VerbDialogTexts>('verbDialog', {
  en: () => import('./locale/verb-dialog.en.ts'),
  zh: () => import('./locale/verb-dialog.zh.ts'),
})
