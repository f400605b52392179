import type { SchemeReversalTexts } from './reversal.en.ts'
import { flags, heads, life, parts, sources } from '../locale/shared.zh.ts'

/** Texts of reversals in Chinese. */
export const schemeReversal: SchemeReversalTexts = {
  label: '冲销',
  many: '冲销单',
  fields: {
    ...heads,
    no: '冲销单号',
    withholdNo: '原预提单',
    scope: '冲销范围',
    mode: '冲销去向',
    originalClosed: '原期间已关账',
    totalAmount: '冲销金额',
  },
  lineFields: {
    ...parts,
    amount: '本次冲销金额',
    accruedAmount: '原单预提金额',
    openAmount: '可冲销金额',
  },
  ...life,
  options: {
    scope: { part: '部分冲销', full: '全额冲销（仅一次）' },
    mode: { reopen: '恢复承诺：方案继续执行', release: '释放预算：方案已结束' },
    originalClosed: flags,
    source: sources,
  },
}
