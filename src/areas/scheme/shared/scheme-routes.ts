/** The scheme documents by path segment (spec section 2), in the order of a scheme's life. */
export const SCHEME_SEGMENTS = [
  'application',
  'withhold',
  'reversal',
  'execute',
  'terminal',
  'adjust',
  'annualCarryover',
  'receivablesAdjustment',
  'negativeRedemption',
  'specialPriceApprovalForm',
  'adjustInvoice',
] as const
export type SchemeSegment = (typeof SCHEME_SEGMENTS)[number]
