import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.zh.ts'
import type { BudgetTexts } from '../locale/en.ts'

/** Texts of budget transfers in Chinese. */
export const budgetTransfer: BudgetTexts['documents']['budgetTransfer'] = {
  label: '预算调拨',
  many: '预算调拨',
  titles: { country: '国家间预算调拨', project: '项目间预算调拨' },
  fields: {
    ...pushedHeads,
    no: '调拨单号',
    level: '调拨层级',
    areaId: '调出区域',
    toIdcCode: '调入数据中心',
    toAreaId: '调入区域',
    year: '年份',
    month: '月份',
    period: '预算期间',
    budgetDeptCode: '预算部门',
    projectPoolCode: '项目池',
    productClass: '产品品类',
    reason: '调拨事由',
    source: '来源',
    totalAmount: '调拨金额',
  },
  lineFields: {
    fromBudgetCode: '调出预算',
    availableAmount: '可用金额',
    amount: '调拨金额',
    countryCode: '调入国家',
    projectCode: '调入项目',
    fscId: '调入业务类型',
    subBusiCode: '调入业务小类',
    productLineCode: '调入产品线',
    budgetCode: '调入预算',
    remark: '备注',
  },
  ...pushedLife,
  options: {
    level: { country: '国家间', project: '项目间' },
    productClass: { phone: '手机', iot: 'IoT' },
    source: { typed: '手工录入', file: '文件导入' },
  },
}
