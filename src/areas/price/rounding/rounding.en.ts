/** The page of the rounding rules, in English. */
export const priceRounding = {
  title: 'Rounding of prices',
  hint: 'A price that is changed in percent is rounded by the rule of its area and currency; the exact figure is shown beside it. A rule without an area counts for every area that has none of its own for the currency. Without a rule a price is rounded to two decimals.',
  rules: 'Rounding rules',
  area: 'Area',
  anyArea: 'Every area',
  anyAreaHint: 'none: every area',
  currency: 'Currency',
  step: 'Step',
  ending: 'Ending',
  direction: 'Direction',
  directions: { nearest: 'To the nearest', up: 'Up', down: 'Down' },
  example: 'Example prices',
  rule: 'Rounded {direction}, in steps of {step}',
  ruleEnding: 'Rounded {direction}, in steps of {step}, ending in {ending}',
  before: 'Before',
  exact: 'Exact',
  rounded: 'Rounded',
  sku: 'SKU ID',
  none: 'None',
  publishText:
    'The rules count for every price that is changed in percent from now on. Prices and drafts that there are stay as they are.',
}

export type PriceRoundingTexts = typeof priceRounding
