import { heads, life } from '#kernel/engine/definition/document-texts.zh.ts'
import type { ChangeTexts } from './en.ts'

/** Texts of changes by approval in Chinese. */
export const zh: ChangeTexts = {
  label: '主数据变更',
  documents: {
    recordChange: {
      label: '主数据变更',
      titles: { new: '新增主数据', change: '变更主数据' },
      fields: {
        ...heads,
        no: '变更单号',
        changeKind: '变更类型',
        recordKind: '记录',
        recordKey: '编码',
        organisationCode: '组织',
        reason: '原因',
        drafter: '申请人',
        lines: '变更字段',
      },
      lineFields: { field: '字段', oldValue: '现值', value: '新值' },
      ...life,
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
