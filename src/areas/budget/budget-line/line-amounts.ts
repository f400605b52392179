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
  // Of a project budget: what countries drew from it.
  'distributed',
] as const

/** Those of a pool. */
export const POOL_AMOUNTS = [
  'current',
  'available',
  'held',
  'granted',
  'revoked',
  'distributed',
  'carriedIn',
  'carriedOut',
  'lapsed',
  'exchange',
] as const

export type PoolAmount = (typeof POOL_AMOUNTS)[number]

export type LineAmount = (typeof LINE_AMOUNTS)[number]

/** What a pool has beside these: what exchange rates made of it. */
export const ACCOUNT_AMOUNTS = [...LINE_AMOUNTS, 'exchange', 'revalued'] as const

/** An amount of any account of the ledger. */
export type AccountAmount = (typeof ACCOUNT_AMOUNTS)[number]
