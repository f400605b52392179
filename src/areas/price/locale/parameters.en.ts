/** Texts of the parameters of prices, in English. */
export const priceParameters = {
  localCut: {
    label: 'Largest price cut that a country decides alone',
    hint: 'A price application that cuts a price by more, or asks for less than the least margin, becomes a price review',
  },
}

export type PriceParameterTexts = typeof priceParameters
