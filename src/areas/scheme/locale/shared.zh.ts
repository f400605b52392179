/** Texts common to all scheme documents, in Chinese. */

export const heads = {
  no: '单号',
  schemeNo: '方案',
  idcCode: '数据中心',
  areaId: '区域',
  currency: '币种',
  period: '期间',
  postingDate: '过账日期',
  reason: '申请事由',
  source: '来源',
  totalAmount: '金额',
  state: '状态',
  drafter: '起草人',
  currentHolder: '当前处理人',
  waitingSince: '等待时间',
  pushStatus: '推送状态',
  reserveStatus: '占用状态',
  createdAt: '创建时间',
  updatedAt: '更新时间',
  submittedAt: '提交时间',
  lines: '明细',
}

export const parts = {
  fundingNo: '方案行',
  customerCode: '客户',
  budgetCode: '预算',
  amount: '金额',
  remark: '备注',
}

export const states = {
  draft: '草稿',
  underApproval: '审批中',
  approved: '已通过',
  rejected: '已驳回',
  cancelled: '已取消',
}

export const actions = {
  save: '保存',
  delete: '删除',
  submit: '提交',
  approve: '同意',
  reject: '驳回',
  return: '退回',
  terminate: '终止流程',
  withdraw: '撤回',
  retry: '重新推送',
}

export const effects = { financePush: '推送财务' }

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
