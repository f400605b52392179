import { defineErrors } from '#kernel/errors/errors.ts'

/** Why the budget area refuses; the rule ids are those of the domain model. */
export const budgetErrors = defineErrors('budget', {
  // B1
  exceedsPool: { status: 400, params: ['amount', 'available', 'currency'] },
  exceedsLine: { status: 400, params: ['amount', 'available', 'currency'] },
  poolNotFunded: { status: 400, params: ['currency', 'year'] },
  // B6
  duplicateLine: { status: 400, params: ['first'] },
  duplicatePool: { status: 400, params: ['first'] },
  sameBudget: { status: 400, params: ['budgetCode'] },
  // Levels, and what funds what
  projectHasNoCountry: { status: 400, params: [] },
  projectFromPool: { status: 400, params: [] },
  projectBudgetMissing: { status: 400, params: ['project'] },
  otherLevel: { status: 400, params: ['budgetCode'] },
  otherSource: { status: 400, params: ['budgetCode'] },
  poolLoaded: { status: 400, params: ['pool', 'year'] },
  alreadyLoaded: { status: 400, params: ['budgetCode'] },
  notLoaded: { status: 400, params: [] },
  // The level of a transfer
  sameCountry: { status: 400, params: ['country'] },
  otherCountry: { status: 400, params: ['country'] },
  sameProject: { status: 400, params: ['project'] },
  // B7
  mixedBudgets: { status: 400, params: ['budgetCode', 'field'] },
  mixedProductClass: { status: 400, params: ['productLine'] },
  // B23
  poolNotOfArea: { status: 400, params: ['pool'] },
  departmentNotOfArea: { status: 400, params: ['department'] },
  regionNotOfArea: { status: 400, params: ['region'] },
  countryNotOfArea: { status: 400, params: ['country'] },
  currencyNotOfArea: { status: 400, params: ['currency', 'expected'] },
  // The month's books
  periodClosed: { status: 400, params: ['year', 'month'] },
  // The end of a year (domain.md section 2.10)
  periodMoved: { status: 409, params: ['year', 'month'] },
  yearNotClosing: { status: 400, params: ['year', 'month'] },
  yearClosed: { status: 400, params: ['year'] },
  yearEndEmpty: { status: 400, params: [] },
  yearEndTooMany: { status: 400, params: ['most'] },
  yearEndTwice: { status: 400, params: ['budgetCode', 'no'] },
  nothingLeft: { status: 400, params: ['budgetCode'] },
  stillInApproval: { status: 400, params: ['no'] },
  stillReserved: { status: 400, params: ['bucket', 'count', 'amount', 'currency'] },
  stillLeft: { status: 400, params: ['count', 'amount', 'currency'] },
  runUnknown: { status: 400, params: ['no'] },
  runNotUndone: { status: 400, params: ['no'] },
  runUndone: { status: 400, params: ['no', 'by'] },
  yearUsed: { status: 400, params: ['budgetCode', 'amount', 'available', 'currency'] },
  areaMismatch: { status: 400, params: [] },
  projectUnknown: { status: 400, params: ['project'] },
  businessTypeUnknown: { status: 400, params: ['businessType'] },
  productLineUnknown: { status: 400, params: ['productLine'] },
  budgetUnknown: { status: 400, params: ['budgetCode'] },
  budgetRequired: { status: 400, params: [] },
  budgetDiffers: { status: 400, params: ['budgetCode'] },
  // Notes of a year's plan: the line is there already
  plannedBefore: { status: 400, params: ['no'] },
  grantedBefore: { status: 400, params: ['amount', 'currency'] },
  // Spending: what a control lets pass is told with the same keys.
  withinTolerance: { status: 400, params: ['budgetCode', 'over', 'currency', 'tolerance'] },
  beyondAdvisory: { status: 400, params: ['budgetCode', 'over', 'currency'] },
  budgetNotOpen: { status: 400, params: ['budgetCode'] },
  notValid: { status: 400, params: ['budgetCode', 'from', 'to'] },
  rateMissing: { status: 400, params: ['currency', 'expected', 'year'] },
  bookingRateMissing: { status: 400, params: ['currency', 'expected', 'day'] },
  amountTooSmall: { status: 400, params: ['currency'] },
  exceedsStage: { status: 400, params: ['amount', 'left', 'currency'] },
  lockedInStage: { status: 400, params: ['amount', 'left', 'locked', 'currency'] },
  // Control of budgets
  settingNothing: { status: 400, params: [] },
  settingSame: { status: 400, params: ['code'] },
  settingMoved: { status: 409, params: ['code'] },
  toleranceOfAbsolute: { status: 400, params: [] },
  ownerUnknown: { status: 400, params: ['account'] },
  validityEmpty: { status: 400, params: [] },
  noSuchDay: { status: 400, params: ['day'] },
  overdrawnNow: { status: 400, params: ['code', 'over', 'currency'] },
})
