import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.zh.ts'

/** Texts common to all scheme documents, in Chinese. */

export const heads = {
  ...pushedHeads,
  no: '单号',
  schemeNo: '方案',
  period: '期间',
  postingDate: '过账日期',
  source: '来源',
  totalAmount: '金额',
}

export const parts = {
  fundingNo: '方案行',
  customerCode: '客户',
  budgetCode: '预算',
  amount: '金额',
  remark: '备注',
}

export const life = { ...pushedLife, actions: { ...pushedLife.actions, terminate: '终止流程' } }

export const sources = { typed: '手工录入', file: '文件导入' }

export const flags = { yes: '是', no: '否' }

export const schemeTypes = {
  priceProtection: '价保',
  sellInRebate: '提货返利',
  sellThroughRebate: '分销返利',
  sellOutRebate: '零售返利',
  targetRebate: '目标返利',
  display: '陈列与市场费用',
  promoterIncentive: '促销员激励',
  priceSupport: '价格支持',
}
