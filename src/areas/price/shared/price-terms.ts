/** What a new price rests on: the application basis of the specification. */
export const BASES = [
  'newProduct',
  'marketPrice',
  'competitor',
  'cost',
  'currency',
  'promotion',
  'endOfLife',
  'other',
] as const

export const TAX_MODES = ['exclusive', 'inclusive'] as const

/** `replace` holds until something replaces it; `temporary` gives the time after its last day back to the price before. */
export const PRICE_MODES = ['replace', 'temporary'] as const

export const PERCENT = { digits: 2, min: '-1000000', max: '1000000', unit: '%' } as const

/** The cut in percent beyond which the delivered route of a review asks headquarters. */
export const HQ_CUT = 10

/** Prices by the quantity of an order line. */
export const LADDER = {
  bound: { digits: 0, min: '0', max: '999999999' },
  value: { digits: 2, min: '0.01', max: '1000000000', unit: 'currency' },
  ofPieces: true,
} as const

/** Limits of a price; its currency stands in a field of its own. */
export const PRICE = { digits: 2, min: '0.01', max: '1000000000' } as const
