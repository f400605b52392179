import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.zh.ts'
import type { countryBudget as en } from './country-budget.en.ts'

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

/** Texts of country budget applications in Chinese. */
export const countryBudget: TextShape<typeof en> = {
  label: '国家预算申请',
  many: '预算申请',
  titles: { grant: '预算下达', revoke: '预算收回', initialLoad: '预算年初下拨', supplement: '预算追加' },
  fields: {
    ...pushedHeads,
    no: '申请单号',
    applyType: '申请类型',
    level: '预算层级',
    fundedBy: '出资来源',
    year: '年份',
    month: '月份',
    period: '预算期间',
    budgetDeptCode: '预算部门',
    projectPoolCode: '项目池',
    productClass: '产品品类',
    regionCode: '地区',
    source: '来源',
    totalAmount: '申请金额',
  },
  lineFields: {
    countryCode: '国家',
    projectCode: '项目',
    fscId: '业务类型',
    subBusiCode: '业务小类',
    productLineCode: '产品线',
    amount: '申请金额',
    availableAmount: '现有可用金额',
    budgetCode: '预算编码',
    remark: '备注',
  },
  ...pushedLife,
  options: {
    applyType: { grant: '下达', revoke: '收回', initialLoad: '年初下拨', supplement: '追加' },
    level: { country: '国家', project: '项目' },
    fundedBy: { pool: '项目池', project: '项目预算' },
    productClass: { phone: '手机', iot: 'IoT' },
    source: { typed: '手工录入', file: '文件导入' },
  },
}
