import { loadPartTexts } from '../client/i18n.ts'
import type { SheetDeskTexts } from './locale/sheet-desk.en.ts'

// Loaded with the sheet: a form of the phone has cards, and its first load counts every byte.
export const sheetDeskText = await loadPartTexts<SheetDeskTexts>('sheetDesk', {
  en: () => import('./locale/sheet-desk.en.ts'),
  zh: () => import('./locale/sheet-desk.zh.ts'),
})
