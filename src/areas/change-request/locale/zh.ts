import type { ChangeTexts } from './en.ts'

/** Texts of changes by approval in Chinese. */
export const zh: ChangeTexts = {
  label: '主数据变更',
  documents: {
    recordChange: {
      label: '主数据变更',
      titles: { new: '新增主数据', change: '变更主数据' },
      fields: {
        no: '变更单号',
        changeKind: '变更类型',
        recordKind: '记录',
        recordKey: '编码',
        organisationCode: '组织',
        reason: '原因',
        state: '状态',
        drafter: '申请人',
        currentHolder: '当前处理人',
        waitingSince: '等待时间',
        createdAt: '创建时间',
        updatedAt: '更新时间',
        submittedAt: '提交时间',
        lines: '变更字段',
      },
      lineFields: { field: '字段', oldValue: '现值', value: '新值' },
      states: {
        draft: '草稿',
        underApproval: '审批中',
        approved: '已通过',
        rejected: '已驳回',
        cancelled: '已取消',
      },
      actions: {
        save: '保存',
        delete: '删除',
        submit: '提交',
        approve: '同意',
        reject: '驳回',
        return: '退回',
        terminate: '终止',
        withdraw: '撤回',
      },
      options: { changeKind: { new: '新增', change: '变更' } },
    },
  },
  menu: { list: '主数据变更', apply: '主数据变更申请', approval: '主数据变更审批' },
  rights: {
    view: '查看主数据变更',
    submit: '申请主数据变更',
    approve: '审批主数据变更',
    export: '导出主数据变更',
  },
}
