import type { ApprovalType } from './approval-type.ts'
import { budgetCountry, budgetPool, budgetSetting, budgetTransfer } from './types/budget.template.ts'
import { contract, imeiTransfer, invoiceAdjustment, receivablesAdjustment, recharge } from './types/finance.template.ts'
import { priceApplication, priceReview, specialPrice } from './types/price.template.ts'
import { recordChangeType } from './types/record.template.ts'
import { budgetYearEnd } from './types/year-end.template.ts'
import {
  negativeRedemption,
  schemeAdjust,
  schemeApplication,
  schemeCarryOver,
  schemeExecute,
  schemeReversal,
  schemeTerminate,
  schemeWithhold,
} from './types/scheme.template.ts'

/** The eighteen approval types of the spec, in its order, and those of master data, of pools and of budget control. */
export const approvalTypes: readonly ApprovalType[] = [
  priceReview,
  budgetCountry,
  budgetTransfer,
  schemeApplication,
  schemeWithhold,
  schemeReversal,
  schemeExecute,
  schemeTerminate,
  schemeAdjust,
  schemeCarryOver,
  receivablesAdjustment,
  negativeRedemption,
  specialPrice,
  invoiceAdjustment,
  contract,
  recharge,
  priceApplication,
  imeiTransfer,
  recordChangeType,
  budgetPool,
  budgetYearEnd,
  budgetSetting,
]
