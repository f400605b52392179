import type { SchemeAdjustInvoiceTexts } from './adjust-invoice.en.ts'
import { flags, heads, life, parts, sources } from '../locale/shared.zh.ts'

/** Texts of invoice adjustments in Chinese. */
export const schemeAdjustInvoice: SchemeAdjustInvoiceTexts = {
  label: '调整发票',
  many: '调整发票单',
  titles: { creditNote: '调整发票：红字冲减', debitNote: '调整发票：补开', rebill: '调整发票：红冲重开' },
  fields: {
    ...heads,
    no: '调整单号',
    customerCode: '客户',
    legalEntityCode: '法人实体',
    operatingUnitCode: '业务实体',
    adjustType: '调整类型',
    category: '调整类别',
    taxRegime: '税制',
    costBearing: '方案承担费用',
    postingDate: '开具日期',
    reason: '备注',
    totalAmount: '变动总额',
    netEffect: '净影响',
    closedPeriod: '已关账期间',
  },
  lineFields: {
    ...parts,
    invoiceLine: '发票/行号',
    invoiceNo: '发票号',
    invoiceLineNo: '发票行',
    skuCode: '产品 SKU',
    beforePrice: '调整前单价',
    beforeQuantity: '调整前数量',
    afterPrice: '调整后单价',
    afterQuantity: '调整后数量',
    taxAmount: '税额',
    netEffect: '含税净影响',
    locationCode: '库位',
    subLocation: '子库位',
  },
  ...life,
  options: {
    adjustType: { creditNote: '红字冲减', debitNote: '补开', rebill: '红冲重开' },
    category: { afterSales: '售后调账', priceError: '成品价差', other: '其他' },
    taxRegime: { gst: 'GST', vat: '增值税', none: '无' },
    costBearing: flags,
    closedPeriod: flags,
    source: sources,
  },
}
