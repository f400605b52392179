import { heads, life } from '#kernel/engine/definition/document-texts.zh.ts'
import type { budgetSetting as en } from './setting.en.ts'

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

/** Texts of budget control, in Chinese. */
export const budgetSetting: TextShape<typeof en> = {
  label: '预算控制设置',
  many: '预算设置单',
  titles: { line: '预算控制设置', pool: '项目池控制设置' },
  fields: {
    ...heads,
    no: '申请单号',
    target: '对象',
    idcCode: '数据中心',
    areaId: '区域',
    year: '年份',
    mode: '控制方式',
    tolerance: '容差（%）',
    owner: '负责人',
    ownerAccount: '新负责人',
    validity: '有效期',
    validFrom: '有效期自',
    validTo: '有效期至（不含）',
    source: '来源',
    lines: '预算明细',
  },
  lineFields: {
    targetCode: '预算',
    availableAmount: '可用金额',
    currency: '币种',
    oldMode: '当前控制',
    newMode: '变更后控制',
    oldTolerance: '当前容差（%）',
    newTolerance: '变更后容差（%）',
    oldOwner: '当前负责人',
    newOwner: '变更后负责人',
    oldValidity: '当前有效期',
    newValidity: '变更后有效期',
  },
  ...life,
  options: {
    target: { line: '预算', pool: '项目池' },
    mode: {
      keep: '不变',
      absolute: '绝对控制：拒绝超支',
      advisory: '提示控制：提醒并记录',
      tracking: '跟踪：仅记录',
    },
    owner: { keep: '不变', person: '变更负责人', none: '无负责人' },
    validity: { keep: '不变', between: '指定日期之间', always: '长期有效' },
    source: { typed: '手工录入', file: '文件' },
  },
  list: {
    mode: '控制方式',
    owner: '负责人',
    validity: '有效期',
    overrun: '超支',
    overruns: { now: '当前超支', ever: '曾经超支' },
    modes: { absolute: '绝对控制', advisory: '提示控制', tracking: '仅跟踪' },
    tolerated: '{mode}，{tolerance}%',
    setSelected: '变更控制设置',
    setMost: '一份申请最多 {count} 条预算',
    otherYear: '与首条所选预算的年份不同',
  },
}
