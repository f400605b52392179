/** Pages of the spec's list that an area draws; every other says that it is not in use yet. Grows with the areas. */
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
])
