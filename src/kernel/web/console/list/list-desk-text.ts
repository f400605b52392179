import { loadPartTexts } from '../client/i18n.ts'
import type { ListDeskTexts } from './locale/list-desk.en.ts'

// Loaded with the lists of the desktop: a form of the phone has none, and its first load counts every byte.
export const listDeskText = await loadPartTexts<ListDeskTexts>('listDesk', {
  en: () => import('./locale/list-desk.en.ts'),
  zh: () => import('./locale/list-desk.zh.ts'),
})
