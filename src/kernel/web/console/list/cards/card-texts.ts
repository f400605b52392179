import { loadPartTexts } from '../../client/i18n.ts'
import type { CardTexts } from './cards.en.ts'

export const cardText = await loadPartTexts<CardTexts>('cards', {
  en: () => import('./cards.en.ts'),
  zh: () => import('./cards.zh.ts'),
})
