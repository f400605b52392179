import { loadPartTexts } from '../client/i18n.ts'
import type { PaletteTexts } from './locale/palette.en.ts'

/** Texts of the box that finds everything, at both widths. */
export const paletteText = await loadPartTexts<PaletteTexts>('palette', {
  en: () => import('./locale/palette.en.ts'),
  zh: () => import('./locale/palette.zh.ts'),
})
