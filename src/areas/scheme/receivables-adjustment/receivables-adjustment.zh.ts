import { flags, heads, life, parts, sources } from '../locale/shared.zh.ts'
import type { SchemeReceivablesAdjustmentTexts } from './receivables-adjustment.en.ts'

/** Texts of receivables adjustments in Chinese. */
export const schemeReceivablesAdjustment: SchemeReceivablesAdjustmentTexts = {
  label: '应收调整',
  many: '应收调整单',
  titles: {
    rebateOffset: '应收调整：返利抵扣',
    priceDifference: '应收调整：价差调整',
    shortPayment: '应收调整：短付调整',
    tax: '应收调整：税差调整',
    fx: '应收调整：汇兑差异',
    smallBalance: '应收调整：小额尾差',
    badDebt: '应收调整：坏账核销',
  },
  fields: {
    ...heads,
    no: '调整单号',
    customerCode: '客户',
    operatingUnitCode: '业务实体',
    adjustReason: '调整原因',
    schemeNo: '方案',
    costBearing: '方案承担费用',
    taxDocument: '税务凭证',
    reason: '备注',
    totalAmount: '调整金额',
    closedPeriod: '已关账期间',
  },
  lineFields: {
    ...parts,
    itemNo: '发票或收款编号',
    itemKind: '类型',
    openAmount: '未清金额',
    direction: '调整方向',
    taxAmount: '其中税额',
    toCustomerCode: '承接客户',
  },
  ...life,
  options: {
    adjustReason: {
      rebateOffset: '返利抵扣',
      priceDifference: '价差',
      shortPayment: '短付',
      tax: '税差',
      fx: '汇兑差异',
      smallBalance: '小额尾差',
      badDebt: '坏账',
    },
    costBearing: flags,
    closedPeriod: flags,
    taxDocument: {
      none: '无',
      gstCreditNote: 'GST 贷项通知单',
      gstDebitNote: 'GST 借项通知单',
      vatCreditNote: '增值税红字发票',
      vatDebitNote: '增值税补开发票',
    },
    itemKind: { invoice: '发票', debitNote: '借项凭证', creditMemo: '贷项凭证', receipt: '收款' },
    direction: { decrease: '调减', increase: '调增', move: '转至其他客户' },
    source: sources,
  },
}
