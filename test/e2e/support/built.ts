const SCHEME_DOCUMENTS = [
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
]

/**
 * Pages of the spec's list that an area provides; every other says that it is not in use yet. The list grows with the
 * areas.
 */
export const BUILT: ReadonlySet<string> = new Set([
  '/budget/pc/country/list',
  '/budget/pc/country/apply',
  '/budgetCountry/pc',
  '/budget/pc/project/list',
  '/budget/pc/overview',
  '/budget/pc/self-check',
  '/budget/mobile/overview',
  '/budget/pc/transfer/list',
  '/budget/pc/transfer/apply',
  '/budget/mobile/transfer/apply',
  '/budget/mobile/country/apply',
  '/budgetCountry/mobile',
  '/scheme/application',
  ...SCHEME_DOCUMENTS.flatMap((route) => [`/scheme/${route}/pc`, `/scheme/${route}/mobile`]),
  '/imei/list',
  '/imei/pc/detail',
  '/imei/mobile/component',
  '/imei/mobile/detail',
])
