import { levelWhen } from '#areas/approval-routes/levels.template.facade.ts'
import { role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'

// Steps and variables common to the routes of several scheme documents.

export const marketing = step(
  'marketing',
  texts('市场评审', 'Marketing review'),
  role('marketing'),
  texts('政策须经市场评审', 'Every policy is reviewed by marketing'),
)

export const financeReview = levelWhen(
  'countryFinance',
  null,
  texts('政策须经财务评审', 'Every policy is reviewed by finance'),
)

export const schemeType = variable('text', texts('政策类型', 'Policy type'), [
  'priceProtection',
  'sellInRebate',
  'sellThroughRebate',
  'sellOutRebate',
  'targetRebate',
  'display',
  'promoterIncentive',
  'priceSupport',
])

export const businessFinance = step(
  'businessFinance',
  texts('业务财务', 'Business finance'),
  role('businessFinance'),
  texts('业务财务核对计提依据与金额', 'Business finance checks the basis and the amount'),
)

export const settlementFinance = step(
  'settlementFinance',
  texts('结算财务', 'Settlement finance'),
  role('settlementFinance'),
  texts('结算财务核对凭证与收款信息', 'Settlement finance checks the evidence and whom it goes to'),
)
