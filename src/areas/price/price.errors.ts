import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why the price area refuses. */
export const priceErrors = defineErrors('price', {
  areaMismatch: [],
  // Q1: a price is for a classification or for a customer
  partyMissing: [],
  partyTwice: [],
  classificationUnknown: ['classification'],
  customerUnknown: ['customer'],
  // Q9
  tradeTermMissing: ['term'],
  tradeTermUnknown: ['term'],
  productUnknown: ['product'],
  // B8, B10
  mixedCategories: [],
  skuTwice: ['first'],
  datesReversed: [],
  endMissing: [],
  beginsInPast: ['today'],
  taxRateMissing: [],
  // B14: prices by quantity begin with the price
  ladderFirst: ['price', 'first'],
  // Approved after the last day of a line
  lineOver: { status: 409, params: ['product', 'to'] },
  held: ['no'],
  // The same, of a document that the person may not see
  heldUnseen: [],
  // A warning
  changesNothing: ['count'],
  // Acts on an approved review
  notOfReview: ['product'],
  dayIsOver: ['today'],
  nothingToEnd: [],
  nothingToRevoke: [],
  nothingToExtend: [],
  laterPrice: ['product', 'no'],
  // Prices of the list that go to another classification, or are asked anew
  rowEnded: { status: 409, params: ['product', 'no'] },
  rowOfCustomer: ['product', 'customer'],
  classificationSame: ['product', 'classification'],
  rowOver: ['product', 'to'],
  standsThere: ['product', 'classification', 'price', 'days', 'no'],
  chosenTwice: ['product', 'first'],
  chosenTooMany: ['most'],
  chosenChanged: { status: 409, params: ['before', 'now'] },
  draftsTooMany: ['count', 'most'],
  // Price applications: never in the past, and what they rest on
  applicationInPast: ['today'],
  quoteInFuture: [],
  quoteMissing: [],
  quoteOfOther: ['product'],
  applicantLeft: { status: 409 },
  // E3: a code in a file that names no product
  wrongSku: ['sku'],
  comparedSame: [],
  // The rounding rules
  roundingCurrency: ['currency'],
  roundingStep: ['most'],
  roundingEnding: [],
  roundingTwice: ['first'],
  // Rows of an import
  areaUnknown: ['area'],
  currencyUnknown: ['currency', 'area'],
  taxRateTooHigh: ['most'],
  priceTooHigh: ['most'],
  floorTooHigh: ['most'],
  changedSince: ['no'],
  // A feed that is taken back, and a message that came before
  replacedSince: ['product', 'no'],
  heldSince: ['product', 'no'],
  messageTaken: { status: 409, params: ['no'] },
  replacesLater: ['count'],
  // Prices of a file that are written only with a reason
  farFromBefore: ['change', 'most'],
  belowTheFloor: ['margin', 'floor'],
  asksSince: [],
})
