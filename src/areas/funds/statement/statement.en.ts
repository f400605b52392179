/** Texts of account statements in English. */
export const fundsStatement = {
  title: 'Account statement',
  period: 'Period',
  from: 'From',
  to: 'To',
  day: 'Date',
  document: 'Document',
  movement: 'Posting',
  balance: 'Balance',
  opening: 'Opening balance',
  closing: 'Closing balance',
  says: 'Balances',
  balances: 'A receivable is what is owed less open credits; a recharge or a rebate is what is available and occupied.',
  pdf: 'PDF',
}

export type FundsStatementTexts = { readonly [K in keyof typeof fundsStatement]: string }
