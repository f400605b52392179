import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { RoundingRule } from '../shared/price-rounding.rules.ts'
import type { PriceRoundingTexts } from './rounding.en.ts'

export const roundingText = await loadPartTexts<PriceRoundingTexts>('priceRounding', {
  en: () => import('./rounding.en.ts'),
  zh: () => import('./rounding.zh.ts'),
})

/** A rule as a sentence: `Rounded down, in steps of 10, ending in 9`. */
export function ruleInWords({ step, ending, direction }: RoundingRule): string {
  const words = roundingText(`directions.${direction}`).toLowerCase()
  return ending === null
    ? roundingText('rule', { direction: words, step })
    : roundingText('ruleEnding', { direction: words, step, ending })
}
