import { loadPartTexts } from '../client/i18n.ts'
import type { DocumentChangesTexts } from './locale/document-changes.en.ts'

// Loaded where a document changed: most did not, and a phone's first load counts every byte.
export const changesText = await loadPartTexts<DocumentChangesTexts>('documentChanges', {
  en: () => import('./locale/document-changes.en.ts'),
  zh: () => import('./locale/document-changes.zh.ts'),
})
