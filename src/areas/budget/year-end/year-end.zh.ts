import { heads, life } from '#kernel/engine/definition/document-texts.zh.ts'
import type { YearEndTexts } from './year-end.en.ts'

/** Texts of the end of a budget year in Chinese. */
export const budgetYearEnd: YearEndTexts = {
  label: '预算年结',
  many: '预算年结单',
  titles: { carryOver: '剩余预算结转', lapse: '剩余预算失效', close: '年度关账', undo: '撤销年结' },
  fields: {
    ...heads,
    no: '年结单号',
    kind: '年结类型',
    idcCode: '数据中心',
    areaId: '区域',
    year: '年份',
    toYear: '结转至年份',
    projectPoolCode: '项目池',
    currency: '币种',
    undoOf: '被撤销单号',
    reason: '事由',
    totalAmount: '金额',
    carriedAmount: '结转金额',
    lapsedAmount: '失效金额',
    lines: '预算明细',
  },
  lineFields: {
    budgetCode: '预算或项目池',
    option: '处理方式',
    amount: '剩余金额',
    level: '层级',
    month: '月份',
    countryCode: '国家',
    projectCode: '项目',
    remark: '备注',
  },
  decision: { pending: '本年度其他审批中单据', noPending: '本年度没有其他审批中单据。', nextYear: '下一年度预算' },
  ...life,
  options: {
    kind: { carryOver: '结转', lapse: '失效', close: '年度关账', undo: '撤销年结' },
    option: { carry: '结转', lapse: '失效' },
    level: { pool: '项目池', project: '项目预算', country: '国家预算' },
  },
}

export const menu = { yearEnd: '预算年结' }
