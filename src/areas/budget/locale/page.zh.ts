import type { BudgetTexts } from './en.ts'

/** Texts of the budget area's pages in Chinese. */
export const page: BudgetTexts['page'] = {
  newGrant: '新建下达',
  newRevoke: '新建收回',
  poolNow: '项目池可用（不计本申请）',
  poolHeld: '审批中冻结',
  poolHeldThis: '审批中冻结（含本申请）',
  poolAfter: '审批通过后可用',
  pending: '同一项目池的其他申请',
  linesMade: '相关预算行及过账记录（{count} 条）',
  pendingOwn: '本申请',
  pendingRest: '其他（未列出）',
  noPending: '该项目池没有其他待审批申请。',
  buckets: {
    available: '可用',
  },
  poolNotFunded: '该项目池没有此币种和年份的预算。',
  lineAvailable: '预算可用',
  pendingOnBudgets: '同一预算的其他申请',
  noPendingOnBudgets: '这些预算没有其他待审批申请。',
  giverAvailable: '调出预算可用',
  newCountryTransfer: '新建国家间调拨',
  newProjectTransfer: '新建项目间调拨',
}
