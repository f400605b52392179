import type { PaletteTexts } from './locale/palette.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

await loadPartTexts('palette', {
  en: () => import('./locale/palette.en.ts'),
  zh: () => import('./locale/palette.zh.ts'),
})

export const paletteText: Translate<PaletteTexts> = areaTexts<PaletteTexts>('palette')
