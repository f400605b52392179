/** What rows of the area's tables are called where they name a record. Only the server says it: no page loads these. */
export const rows = {
  en: {
    fundsAccount: 'Customer funds',
    fundsAccountOfCustomer: 'Customer funds',
    invoice: 'Invoices',
    invoiceLine: 'Invoices',
  },
  zh: {
    fundsAccount: '客户资金账户',
    fundsAccountOfCustomer: '资金账户',
    invoice: '发票',
    invoiceLine: '发票',
  },
}
