/** The amounts of a budget line by wire name, the most important first, on the screen and in files. */
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
  // For a project budget: the amount that countries drew.
  'distributed',
] as const

/** The amounts of a pool. */
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

/** Further amount of a pool: exchange rate differences. */
export const ACCOUNT_AMOUNTS = [...LINE_AMOUNTS, 'exchange', 'revalued'] as const

/** An amount of any account of the ledger. */
export type AccountAmount = (typeof ACCOUNT_AMOUNTS)[number]
