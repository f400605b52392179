import type { ShortcutSheetTexts } from './locale/shortcut-sheet.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../../client/i18n.ts'

await loadPartTexts('shortcutSheet', {
  en: () => import('./locale/shortcut-sheet.en.ts'),
  zh: () => import('./locale/shortcut-sheet.zh.ts'),
})

export const sheetText: Translate<ShortcutSheetTexts> = areaTexts<ShortcutSheetTexts>('shortcutSheet')
