/** The amounts of a budget line by their names on the wire; what a reader looks for first stands first, on the screen and in files. */
export const LINE_AMOUNTS = [
  'current',
  'available',
  'held',
  'granted',
  'revoked',
  'transferredIn',
  'transferredOut',
  'carriedIn',
  'carriedOut',
  'lapsed',
  'occupied',
  'committed',
  'accrued',
  'executed',
] as const

export type LineAmount = (typeof LINE_AMOUNTS)[number]

/** What a pool has beside these: what it gave to lines, and what exchange rates made of it. */
export const ACCOUNT_AMOUNTS = [...LINE_AMOUNTS, 'distributed', 'exchange', 'revalued'] as const

/** An amount of any account of the ledger. */
export type AccountAmount = (typeof ACCOUNT_AMOUNTS)[number]
