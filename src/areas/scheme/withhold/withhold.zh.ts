import { heads, life, parts, schemeTypes, sources } from '../locale/shared.zh.ts'
import type { SchemeWithholdTexts } from './withhold.en.ts'

/** Texts of withholds in Chinese. */
export const schemeWithhold: SchemeWithholdTexts = {
  label: '预提',
  many: '预提单',
  fields: {
    ...heads,
    no: '预提单号',
    kind: '预提类型',
    year: '年份',
    month: '月份',
    ownerAccount: '方案负责人',
    schemeType: '方案类型',
    totalAmount: '预提金额',
  },
  lineFields: {
    ...parts,
    basisVolume: '当月计算基数',
    amount: '本次预提金额',
    accruedAmount: '累计已预提',
    withholdableAmount: '可预提金额',
  },
  ...life,
  options: {
    schemeType: schemeTypes,
    kind: { regular: '当月预提', delta: '当月补提' },
    source: { ...sources, monthEnd: '月末批量预提' },
  },
}
