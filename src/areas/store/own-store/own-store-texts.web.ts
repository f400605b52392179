import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { OwnStoreTexts } from './own-store.en.ts'

// Loaded on demand, for a store's own people.
export const ownStoreText = await loadPartTexts<OwnStoreTexts>('ownStore', {
  en: () => import('./own-store.en.ts'),
  zh: () => import('./own-store.zh.ts'),
})
