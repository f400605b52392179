/** Texts of customer funds in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Customer Funds',
  menu: {
    group: 'Customer Funds',
    account: 'Customer Funds',
    rebate: 'Rebate',
    flow: 'Transaction flow',
    receivable: 'Receivable Report',
    invoice: 'Funds&Tax',
  },
  /** What a search finds of them. */
  invoices: 'Invoices and notes',
  rights: {
    accountView: 'View customer funds',
    accountExport: 'Export customer funds',
    rebateView: 'View rebates',
    rebateExport: 'Export rebates',
    receivableView: 'View receivables',
    receivableExport: 'Export receivables',
    invoiceView: 'View invoices',
    invoiceExport: 'Export invoices',
    statementView: 'Download account statements',
  },
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type FundsTexts = TextShape<typeof en>
