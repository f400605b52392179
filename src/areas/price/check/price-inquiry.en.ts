import { parts, taxModes, terms } from '../locale/shared.en.ts'

/** The price inquiry, in English. */
export const priceInquiry = {
  label: 'Price inquiry',
  fields: {
    areaId: 'Area',
    customerCode: terms.customerCode,
    classificationCode: terms.classificationCode,
    tradeTermCode: terms.tradeTermCode,
    currency: 'Currency',
    skuCode: parts.skuCode,
    quantity: 'Quantity',
    day: 'Day (empty: today)',
  },
  choose: 'Choose a customer or a price classification, a trade term, a currency and a SKU: the price is shown here.',
  wrong: {
    quantity: 'A whole number from 1 to 999,999,999',
    day: 'A day of the calendar, as 2026-11-30',
  },
  answer: 'Price',
  source: {
    special: 'Special price {no}',
    customer: 'Price of the customer',
    classification: 'Price of the classification',
  },
  pieces: '{units} pieces',
  empty: 'No price: the price is empty, contact finance',
  missing: '{units} pieces have no price: contact finance',
  total: 'Together',
  others: 'Not used',
  unused: {
    none: 'there is none',
    soldOut: 'all its pieces are sold or reserved',
    hidden: 'a nearer one holds',
  },
  sources: {
    special: 'Special price',
    customer: 'Customer',
    classification: 'Classification',
  },
  facts: {
    period: terms.period,
    tax: terms.taxMode,
    ladder: parts.ladder,
    no: 'Document no.',
    costBasis: parts.costBasis,
    costOrigin: parts.costOrigin,
    margin: parts.margin,
    floorMargin: parts.floorMargin,
  },
  taxModes,
  line: 'In time',
  calendar: 'Calendar',
  noLine: 'Neither before nor after this day',
  history: 'History',
}

export type PriceInquiryTexts = typeof priceInquiry
