/** Texts of the part of a price form that adds the SKUs of an SPU, in English. */
export const priceAddSpu = {
  title: 'Add all SKUs of an SPU, price by percent',
  spu: 'SPU by code or name',
  search: 'Search',
  none: 'No SPU with SKUs in life has this code or name',
  percent: 'Change in percent (−10 is a cut)',
  percentHint: 'With it, SKUs that are added get their price, too',
  percentWrong: 'Enter a number above −100 with at most two decimals',
  apply: 'Price all lines by percent',
  priced: '{count} {count, line|lines} priced',
  unpricedMore: '{count} {count, SKU has|SKUs have} no price on this day: {skus} and {more} more',
  unpriced: '{count} {count, SKU has|SKUs have} no price on this day: {skus}',
  party:
    'For prices by percent, choose the classification or the customer, the trade term, the currency and the day first.',
  added: '{count} SKUs added; those that had a line keep it',
}

export type AddSpuTexts = typeof priceAddSpu
