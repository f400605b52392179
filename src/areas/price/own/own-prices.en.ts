import { parts, taxModes, terms } from '../locale/shared.en.ts'

/** Prices of a customer's own people, in English. */
export const priceOwn = {
  title: 'My prices',
  empty: 'No price is in force or announced',
  more: 'Show more',
  announcement: 'Announcement No.',
  search: parts.skuBeginning,
  columns: {
    skuCode: parts.skuCode,
    skuName: 'SKU',
    state: 'Status',
    customerName: terms.customerCode,
    source: 'Agreed for',
    tradeTermCode: terms.tradeTermCode,
    currency: 'Currency',
    price: parts.price,
    ladder: parts.ladder,
    taxMode: terms.taxMode,
    taxRate: terms.taxRate,
    effectiveFrom: terms.effectiveFrom,
    effectiveTo: terms.effectiveTo,
  },
  states: { effective: 'Effective', pending: 'To Be Effective' },
  sources: { customer: 'Us alone', classification: 'Customers like us' },
  taxModes,
}

export type PriceOwnTexts = typeof priceOwn
