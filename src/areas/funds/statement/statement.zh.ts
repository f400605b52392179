import type { FundsStatementTexts } from './statement.en.ts'

/** Texts of account statements in Chinese. */
export const fundsStatement: FundsStatementTexts = {
  title: '对账单',
  period: '对账期间',
  from: '起始日',
  to: '截止日',
  day: '日期',
  document: '单据',
  movement: '分录',
  balance: '余额',
  opening: '期初余额',
  closing: '期末余额',
  says: '余额口径',
  balances: '应收为欠款减未核销贷项；充值与返利为可用与占用之和。',
  pdf: 'PDF',
}
