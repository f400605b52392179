import type { SchemeTexts } from './en.ts'
/** Texts of the area that every page of it needs, in Chinese. */
export const zh: SchemeTexts = {
  label: '方案管理',
  states: {
    effective: '生效中',
    partialExecution: '部分执行',
    fullExecution: '全部执行',
    terminated: '已终止',
    expired: '已过期',
    closed: '已关闭',
  },
  documentStates: {
    draft: '草稿',
    underApproval: '审批中',
    approved: '已通过',
    rejected: '已驳回',
    cancelled: '已取消',
  },
  money: {
    approved: '已批准',
    committed: '承诺未预提',
    accrued: '已预提未执行',
    executed: '已执行',
    released: '已释放',
    locked: '审批中占用',
    remaining: '剩余',
  },
  page: {
    fresh: '新建',
    free: '方案可用金额',
    freeOf: '方案行可用金额',
    pendingOnScheme: '占用相同方案行的其他单据',
    noPendingOnScheme: '没有其他单据占用这些方案行。',
    pendingOnBudgets: '占用相同预算的其他申请',
    noPendingOnBudgets: '没有其他申请占用这些预算。',
    budgetAvailable: '预算可用金额',
    pendingOnItems: '占用相同未清项的其他单据',
    noPendingOnItems: '没有其他单据占用这些未清项。',
    openOf: '未清金额',
  },
}
