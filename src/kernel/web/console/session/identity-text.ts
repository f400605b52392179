import type { IdentityTexts } from './locale/identity.en.ts'
import { areaTexts, loadPartTexts, type Translate } from '../client/i18n.ts'

// Only who proves who he is, or looks as another person, needs them.
await loadPartTexts('identity', {
  en: () => import('./locale/identity.en.ts'),
  zh: () => import('./locale/identity.zh.ts'),
})

export const identityText: Translate<IdentityTexts> = areaTexts<IdentityTexts>('identity')
