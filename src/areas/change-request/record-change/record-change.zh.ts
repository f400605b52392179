import { heads, life } from '#kernel/engine/definition/document-texts.zh.ts'
import type { recordChange as en } from './record-change.en.ts'

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

/** Texts of changes by approval in Chinese. */
export const recordChange: TextShape<typeof en> = {
  label: '主数据变更',
  many: '主数据变更',
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
}
