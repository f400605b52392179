import { life, pushedHeads } from '#kernel/engine/definition/document-texts.en.ts'
import { bases, modes, parts, taxModes, terms } from '../locale/shared.en.ts'

const { skuCode, previousPrice, changePercent, margin, floorMargin, remark } = parts

/** Texts of price applications in English. */
export const priceApplication = {
  label: 'Price application',
  many: 'Price applications',
  fields: {
    ...pushedHeads,
    ...terms,
    no: 'Application no.',
    market: 'Market evidence',
    expectedVolume: 'Expected volume',
    creatorRole: 'Creator role',
    priceCutPercent: 'Largest cut',
    authority: 'Decided by',
    quotes: 'Quotes of competitors',
  },
  lineFields: {
    skuCode,
    price: 'Requested price',
    expectedQuantity: 'Expected quantity',
    previousPrice,
    changePercent,
    margin,
    floorMargin,
    remark,
  },
  tableFields: {
    quotes: {
      competitor: 'Competitor',
      product: 'Product',
      skuCode: 'Compared with',
      quoted: 'Price',
      quoteCurrency: 'Currency',
      seenOn: 'Seen on',
      converted: 'In the currency of the application',
      conversion: 'Conversion',
      rateOrigin: 'Rate',
      difference: 'Requested price against it',
      remark,
    },
  },
  states: { ...life.states, inReview: 'In price review' },
  actions: {
    ...life.actions,
    settle: 'Review approved',
    refuse: 'Review not approved',
    leave: 'Review left as a draft',
  },
  options: {
    basis: bases,
    taxMode: taxModes,
    mode: modes,
    conversion: {
      same: 'Same currency',
      booking: 'Booking rate of that day',
      noRate: 'No booking rate: not compared',
    },
    authority: {
      within: 'The country: its approval writes the price',
      beyond: 'Headquarters: after its approval it becomes a price review',
    },
  },
  review: 'Price review {no}: {state}',
}

export type PriceApplicationTexts = typeof priceApplication
