import type * as english from './document-texts.en.ts'

/** Head fields of every document that one approval decides, in Chinese. */
export const heads: typeof english.heads = {
  reason: '申请事由',
  state: '状态',
  drafter: '起草人',
  currentHolder: '当前处理人',
  waitingSince: '等待时间',
  createdAt: '创建时间',
  updatedAt: '更新时间',
  submittedAt: '提交时间',
  lines: '明细',
}

/** Those of one that is pushed to another system. */
export const pushedHeads: typeof english.pushedHeads = {
  ...heads,
  idcCode: '数据中心',
  areaId: '区域',
  currency: '币种',
  pushStatus: '推送状态',
  reserveStatus: '占用状态',
}

const states = { draft: '草稿', underApproval: '审批中', approved: '已通过', rejected: '已驳回', cancelled: '已取消' }

const actions = {
  save: '保存',
  delete: '删除',
  submit: '提交',
  approve: '同意',
  reject: '驳回',
  return: '退回',
  terminate: '终止',
  withdraw: '撤回',
}

/** States and actions of a document that one approval decides. */
export const life: typeof english.life = { states, actions }

/** The same of one that is pushed to another system. */
export const pushedLife: typeof english.pushedLife = {
  states,
  actions: { ...actions, retry: '重新推送' },
  effects: { financePush: '推送财务' },
}
