import { heads, life, parts, schemeTypes, sources } from '../locale/shared.zh.ts'
import type { SchemeTerminationTexts } from './termination.en.ts'

/** Texts of terminations in Chinese. */
export const schemeTermination: SchemeTerminationTexts = {
  label: '终止',
  many: '终止单',
  fields: {
    ...heads,
    no: '终止单号',
    terminationDate: '终止日期',
    schemeType: '方案类型',
    disposition: '未结金额处理',
    keptAmount: '保留应兑付金额',
    totalAmount: '释放金额',
  },
  lineFields: {
    ...parts,
    openCommitted: '未结承诺',
    openAccrued: '未结预提',
    keepAmount: '保留应兑付',
    amount: '释放金额',
  },
  attachments: '致客户的方案终止通知',
  ...life,
  options: {
    schemeType: schemeTypes,
    disposition: { releaseAll: '全部释放', keepEarned: '保留应兑付至兑付截止日' },
    source: sources,
  },
}
