/** Cards of customer funds on the home page, in English. */
export const homeTexts = {
  overdue: 'Overdue receivables',
  receivables: 'All overdue receivables',
  days: '{no} · {days} days overdue',
  expiring: 'Rebates about to expire',
  rebates: 'All that expire within {days} days',
  money: 'Customer funds',
  funds: 'All funds',
  receivable: 'Receivable less open credits',
  rebate: 'Rebate available',
  recharge: 'Recharge available',
  invoiced: 'Invoiced in six months',
  months: 'By month, oldest first: {values}',
  inAll: '{label}, all currencies',
  more: '{count} more {count, currency|currencies}',
  rates: 'All currencies in {base}, at the budget rates of {year}.',
  without: 'Without {currencies}: no rate of this year.',
} as const
export type FundsHomeTexts = Readonly<Record<keyof typeof homeTexts, string>>
