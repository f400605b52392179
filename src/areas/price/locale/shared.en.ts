/** Texts that documents and lists of prices share, in English. */
export const terms = {
  title: 'Title',
  classificationCode: 'Price classification',
  customerCode: 'Customer',
  tradeTermCode: 'Trade term',
  basis: 'Application basis',
  associatedCode: 'Associated price list',
  taxMode: 'Tax',
  taxRate: 'Tax rate',
  mode: 'How long',
  effectiveFrom: 'Effective from',
  effectiveTo: 'Effective to',
  period: 'Effective',
  retro: 'Begins in the past',
}

export const parts = {
  skuCode: 'SKU ID',
  skuBeginning: 'Beginning of the SKU ID',
  percent: 'By percent',
  exactPrice: 'Exact',
  price: 'Price',
  ladder: 'By quantity',
  lineFrom: 'From (this line)',
  lineTo: 'To (this line)',
  previousPrice: 'Previous price',
  changePercent: 'Change',
  costBasis: 'Cost',
  costOrigin: 'Converted from',
  margin: 'Gross margin',
  floorMargin: 'Floor',
  remark: 'Remark',
}

export const bases = {
  newProduct: 'New product',
  marketPrice: 'Market price',
  competitor: 'Competitor',
  cost: 'Cost',
  currency: 'Exchange rate',
  promotion: 'Promotion',
  endOfLife: 'End of life',
  other: 'Other',
}

export const taxModes = { exclusive: 'Without tax', inclusive: 'With tax' }

export const modes = {
  replace: 'Until replaced',
  temporary: 'Temporary, then the price before',
}

export const flags = { yes: 'Yes', no: 'No' }
