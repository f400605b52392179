import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.zh.ts'
import type { BudgetTexts } from '../locale/en.ts'

/** Texts of pool budget applications in Chinese. */
export const poolBudget: BudgetTexts['documents']['poolBudget'] = {
  label: '预算池申请',
  many: '预算池资金单',
  titles: { initialLoad: '预算池年初下拨', supplement: '预算池追加', reduce: '预算池核减' },
  fields: {
    ...pushedHeads,
    no: '申请单号',
    applyType: '申请类型',
    year: '年份',
    totalAmount: '申请金额',
  },
  lineFields: { projectPoolCode: '项目池', amount: '申请金额', availableAmount: '可用金额', remark: '备注' },
  ...pushedLife,
  options: { applyType: { initialLoad: '年初下拨', supplement: '追加', reduce: '核减' } },
}
