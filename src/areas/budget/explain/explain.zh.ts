import type { ExplainTexts } from './explain.en.ts'

/** Texts of explanations, in Chinese. */
export const explain: ExplainTexts = {
  title: '数字来源',
  of: '{name} 的{amount}',
  asOf: '截至日末',
  formula: '构成',
  lines: '构成该数的预算，金额大者在前',
  postings: '记账明细，新者在前',
  openList: '打开列表',
  where: '国家与项目',
  total: '合计',
  actions: {
    submit: '提交',
    approve: '审批通过',
    reject: '驳回',
    return: '退回',
    withdraw: '撤回',
    terminate: '终止',
    load: '期初',
    fund: '拨入',
    occupy: '占用',
    commit: '承诺',
    accrue: '预提',
    execute: '执行',
    release: '释放',
    reopen: '重开',
  },
  sources: {
    poolFunding: '总部拨款',
    budgetLoad: '期初余额',
    budgetUse: '原系统记录的使用',
  },
}
