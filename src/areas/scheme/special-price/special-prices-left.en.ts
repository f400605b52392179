/** Texts of what is left of special prices, in English; loaded with the table alone. */
export const specialPricesLeft = {
  title: 'What is left',
  product: 'Product',
  state: 'Status',
  price: 'Special price',
  cap: 'Cap',
  reserved: 'Ordered',
  used: 'Invoiced',
  left: 'Left',
  committed: 'Held of the budget',
  states: { asked: 'Asked for', effective: 'Effective', expired: 'Expired', closed: 'Closed' },
}

export type SpecialPricesLeftTexts = typeof specialPricesLeft
