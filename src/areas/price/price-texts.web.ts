import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { PriceCostsTexts } from './cost/price-costs.en.ts'

// Texts of the lists that come from their declaration, found by the name of this file.
await loadPartTexts<PriceCostsTexts>('priceCosts', {
  en: () => import('./cost/price-costs.en.ts'),
  zh: () => import('./cost/price-costs.zh.ts'),
})
