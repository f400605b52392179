import type { PaletteTexts } from '#kernel/console/palette/locale/palette.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

await loadPartTexts('palette', {
  en: () => import('#kernel/console/palette/locale/palette.en.ts'),
  zh: () => import('#kernel/console/palette/locale/palette.zh.ts'),
})

export const paletteText: Translate<PaletteTexts> = areaTexts<PaletteTexts>('palette')
