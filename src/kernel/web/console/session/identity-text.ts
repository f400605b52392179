import type { IdentityTexts } from './locale/identity.en.ts'
import { loadPartTexts } from '../client/i18n.ts'

// Loaded on demand, for a fresh sign-in or for viewing as another person.
export const identityText = await loadPartTexts<IdentityTexts>('identity', {
  en: () => import('./locale/identity.en.ts'),
  zh: () => import('./locale/identity.zh.ts'),
})
