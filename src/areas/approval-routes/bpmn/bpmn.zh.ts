import type { BpmnTexts } from './bpmn.en.ts'

/** Texts that an exported route adds to its own, in Chinese. */
export const bpmn: BpmnTexts = {
  process: '第 {version} 版。任何人驳回即结束审批；审批人可退回之前的步骤。',
  submitted: '已提交',
  approved: '审批完成',
  needed: '是否需要？',
  otherwise: '否则',
  after: '{hours} 小时后',
  reminded: '已提醒',
  escalated: '上移至上级',
  copy: '抄送 {who}',
  modes: { any: '任一人审批', all: '全部审批', sequential: '依次审批', share: '按比例审批' },
  who: {
    role: '角色 {role}（{of}）',
    account: '账号 {account}',
    head: { document: '单据所属组织的负责人', drafter: '发起人所属组织的负责人' },
    chosenBy: { drafter: '由发起人指定', previous: '由上一审批人指定' },
    computed: '{name}（由单据确定）',
  },
}
