import type { FundsTexts } from './en.ts'

/** Texts of customer funds in Chinese. */
export const zh: FundsTexts = {
  label: '客户资金',
  menu: {
    group: '客户资金',
    account: '客户资金',
    rebate: '返利',
    flow: '资金流水',
    receivable: '应收报表',
    invoice: '资金与税务',
  },
  invoices: '发票与凭单',
  rights: {
    accountView: '查看客户资金',
    accountExport: '导出客户资金',
    rebateView: '查看返利',
    rebateExport: '导出返利',
    receivableView: '查看应收',
    receivableExport: '导出应收',
    invoiceView: '查看发票',
    invoiceExport: '导出发票',
    statementView: '下载对账单',
  },
}
