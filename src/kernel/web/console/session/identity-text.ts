import type { IdentityTexts } from './locale/identity.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Loaded on demand, for a fresh sign-in or for viewing as another person.
await loadPartTexts('identity', {
  en: () => import('./locale/identity.en.ts'),
  zh: () => import('./locale/identity.zh.ts'),
})

export const identityText: Translate<IdentityTexts> = areaTexts<IdentityTexts>('identity')
