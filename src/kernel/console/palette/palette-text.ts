import type { PaletteTexts } from '#kernel/i18n/locale/palette.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

await loadPartTexts('palette', {
  en: () => import('#kernel/i18n/locale/palette.en.ts'),
  zh: () => import('#kernel/i18n/locale/palette.zh.ts'),
})

export const paletteText: Translate<PaletteTexts> = areaTexts<PaletteTexts>('palette')
