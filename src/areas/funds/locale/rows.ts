/** Names of the area's rows where they refer to a record. Only the server uses them, so no page loads them. */
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
