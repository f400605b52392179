import type { FundsHomeTexts } from './home.en.ts'

/** Cards of customer funds on the home page, in Chinese. */
export const homeTexts: FundsHomeTexts = {
  overdue: '逾期应收',
  receivables: '全部逾期应收',
  days: '{no} · 逾期{days}天',
  expiring: '即将到期的返利',
  rebates: '{days}天内到期的全部返利',
  money: '客户资金',
  funds: '全部资金',
  receivable: '应收（已减未核销贷项）',
  rebate: '可用返利',
  recharge: '可用充值',
  invoiced: '近六个月开票',
  months: '按月，从早到晚：{values}',
  inAll: '{label}（全部币种）',
  more: '另有{count}种货币',
  rates: '全部币种按{year}年预算汇率折算为{base}。',
  without: '不含{currencies}：本年无汇率。',
}
