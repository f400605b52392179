import type { LevelTexts } from './levels.en.ts'

/** Texts of lists and forms over the levels, in Chinese. */
export const budgetLevels: LevelTexts = {
  pools: '项目池',
  poolName: '项目池名称',
  newPoolLoad: '新建年初下拨',
  newPoolSupplement: '新建追加',
  newPoolReduce: '新建核减',
  newInitialLoad: '新建年初下拨',
  newSupplement: '新建追加',
  below: '下级可用',
  fundedBy: '出资来源',
  level: '预算层级',
  projects: '项目',
  projectLines: '项目预算',
  noProjectLines: '项目层级的下达审批通过后，项目预算会显示在这里。',
  noPools: '总部下拨年度资金后，项目池会显示在这里。',
  more: '更多',
  pendingOnPools: '同一区域和年份的其他预算池申请',
  noPendingOnPools: '该区域和年份没有其他待审批的预算池申请。',
  poolAvailable: '项目池可用',
  projectNow: '项目预算可用（不计本申请）',
  projectHeld: '项目预算审批中冻结（含本申请）',
  projectAfter: '审批通过后项目预算可用',
  asOfNote: '所有金额为 {date} 日末余额，并非当前余额。',
  showNow: '查看当前',
  newMoney: '总部新增资金（不占用项目池）',
}
