import type { LaterTitles } from './later.en.ts'

/** Page titles of areas that are not built yet. */
export const later: LaterTitles = {
  '/contract/detail/pc': '合同',
  '/contract/approvalDetail/pc': '合同审批',
  '/recharge/detail/pc': '充值',
}
