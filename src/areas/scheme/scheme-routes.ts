/** The documents of a scheme by their part of the address (spec section 2), in the order of a scheme's life. */
export const SCHEME_ROUTES = [
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
export type SchemeRoute = (typeof SCHEME_ROUTES)[number]
