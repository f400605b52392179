import type { SchemeMenu } from './menu.en.ts'

/** Labels of the area's pages and rights, in Chinese. */
export const menu: SchemeMenu = {
  group: '方案管理',
  schemes: '方案列表',
  detail: '方案详情',
  application: '政策申请',
  withhold: '预提',
  withholdRun: '月末批量预提',
  reversal: '冲销',
  execute: '执行',
  terminal: '终止',
  adjust: '调整',
  annualCarryover: '年度结转',
  receivablesAdjustment: '应收调整',
  negativeRedemption: '负兑付',
  specialPriceApprovalForm: '特价单',
  adjustInvoice: '调整发票',
}
