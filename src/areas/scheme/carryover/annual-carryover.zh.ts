import { heads, life, parts, sources } from '../locale/shared.zh.ts'
import type { SchemeAnnualCarryoverTexts } from './annual-carryover.en.ts'

/** Texts of annual carry-overs in Chinese. */
export const schemeAnnualCarryover: SchemeAnnualCarryoverTexts = {
  label: '年度结转',
  many: '年度结转单',
  fields: {
    ...heads,
    no: '结转单号',
    kind: '办理类型',
    fromYear: '转出年度',
    toYear: '转入年度',
    cutOffDate: '结转截止日',
    runNo: '原结转单',
    totalAmount: '结转金额',
  },
  lineFields: {
    ...parts,
    part: '方案行',
    schemeNo: '方案',
    fundingNo: '方案内行号',
    budgetCode: '原年度预算',
    newBudgetCode: '新年度预算',
    committedAmount: '未结承诺',
    accruedAmount: '未结预提',
    option: '结转方式',
    amount: '结转金额',
  },
  ...life,
  options: {
    kind: { carry: '结转', undo: '撤销结转' },
    option: {
      C1: 'C1 承诺随预算结转',
      C2: 'C2 承诺占用新年度预算',
      C3: 'C3 释放承诺',
      A: 'A 预提结转，费用仍属原年度',
      C3A: 'C3 释放预提',
    },
    source: sources,
  },
}
