import { defineErrors } from '#kernel/errors/errors.ts'

/** Why documents of schemes are refused; the rule ids are those of the domain model. */
export const schemeErrors = defineErrors('scheme', {
  areaMismatch: { status: 400, params: [] },
  customerUnknown: { status: 400, params: ['customer'] },
  productUnknown: { status: 400, params: ['product'] },
  productRequired: { status: 400, params: [] },
  skuNotOfSpu: { status: 400, params: ['sku', 'spu'] },
  // B8
  mixedCategories: { status: 400, params: [] },
  // B12, B13
  currencyIncomplete: { status: 400, params: [] },
  unitPriceIncomplete: { status: 400, params: [] },
  currencyDiffers: { status: 400, params: ['currency', 'expected'] },
  budgetClassDiffers: { status: 400, params: ['budgetCode'] },
  datesReversed: { status: 400, params: [] },
  deadlineTooEarly: { status: 400, params: [] },
  basisNotOfType: { status: 400, params: [] },
  calculationMissing: { status: 400, params: [] },
  calculationTwice: { status: 400, params: [] },
  snapshotDayMissing: { status: 400, params: [] },
  quantityMissing: { status: 400, params: [] },
  amountBeyondPlan: { status: 400, params: ['amount', 'planned', 'currency'] },
  // Warnings
  overlaps: { status: 400, params: ['no'] },
  retroactive: { status: 400, params: ['day'] },
  // What follows an application
  schemeUnknown: { status: 400, params: ['no'] },
  schemeNotRunning: { status: 400, params: ['no', 'state'] },
  fundingUnknown: { status: 400, params: ['no'] },
  fundingTwice: { status: 400, params: ['first'] },
  afterDeadline: { status: 400, params: ['deadline'] },
  postedBefore: { status: 400, params: ['day'] },
  // B4
  exceedsWithholdable: { status: 400, params: ['amount', 'withholdable', 'currency'] },
  accruedBefore: { status: 400, params: ['no'] },
  nothingAccrued: { status: 400, params: ['period'] },
  // Reversal
  withholdUnknown: { status: 400, params: ['no'] },
  notWithheldBy: { status: 400, params: ['line'] },
  exceedsOpenAccrual: { status: 400, params: ['amount', 'open', 'currency'] },
  reversedBefore: { status: 400, params: ['no'] },
  reversalEmpty: { status: 400, params: [] },
  reopenOfEnded: { status: 400, params: [] },
  releaseOfRunning: { status: 400, params: [] },
  // Termination and adjustment
  childInApproval: { status: 400, params: ['no'] },
  endsBeforeClaim: { status: 400, params: ['day'] },
  endsAfterScheme: { status: 400, params: ['day'] },
  endsBeforeStart: { status: 400, params: ['day'] },
  keepsNothing: { status: 400, params: [] },
  keepsTooMuch: { status: 400, params: ['amount', 'accrued', 'currency'] },
  adjustNothing: { status: 400, params: [] },
  startAfterClaims: { status: 400, params: [] },
  amountMissing: { status: 400, params: [] },
  budgetMissing: { status: 400, params: [] },
  exceedsCommitment: { status: 400, params: ['amount', 'committed', 'currency'] },
  sameBudget: { status: 400, params: ['budgetCode'] },
  swapOfAccrued: { status: 400, params: [] },
  termsOfSettled: { status: 400, params: [] },
})
