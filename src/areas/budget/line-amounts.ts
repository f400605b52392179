/** The amounts of a budget line by their names on the wire; what a reader looks for first stands first, on the screen and in files. */
export const LINE_AMOUNTS = [
  'current',
  'available',
  'held',
  'granted',
  'revoked',
  'transferredIn',
  'transferredOut',
  'occupied',
  'committed',
  'accrued',
  'executed',
] as const

export type LineAmount = (typeof LINE_AMOUNTS)[number]
