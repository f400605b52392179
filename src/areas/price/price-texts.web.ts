import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { PriceComparisonTexts } from './compare/price-comparison.en.ts'
import type { PriceCostsTexts } from './cost/price-costs.en.ts'
import type { PriceListTexts } from './list/price-rows.en.ts'
import type { PriceOwnTexts } from './own/own-prices.en.ts'

// Texts of the lists that come from their declaration, found by the name of this file.
export const priceListText = await loadPartTexts<PriceListTexts>('priceList', {
  en: () => import('./list/price-rows.en.ts'),
  zh: () => import('./list/price-rows.zh.ts'),
})
export const comparisonText = await loadPartTexts<PriceComparisonTexts>('priceComparison', {
  en: () => import('./compare/price-comparison.en.ts'),
  zh: () => import('./compare/price-comparison.zh.ts'),
})
await loadPartTexts<PriceOwnTexts>('priceOwn', {
  en: () => import('./own/own-prices.en.ts'),
  zh: () => import('./own/own-prices.zh.ts'),
})
await loadPartTexts<PriceCostsTexts>('priceCosts', {
  en: () => import('./cost/price-costs.en.ts'),
  zh: () => import('./cost/price-costs.zh.ts'),
})
