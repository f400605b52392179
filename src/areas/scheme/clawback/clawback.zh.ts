import type { SchemeClawbackTexts } from './clawback.en.ts'
import { flags, heads, life, parts, sources } from '../locale/shared.zh.ts'

/** Texts of clawbacks in Chinese. */
export const schemeClawback: SchemeClawbackTexts = {
  label: '负兑付',
  many: '负兑付单',
  titles: { rebate: '负兑付：从返利余额追回', receivable: '负兑付：借项追回', money: '负兑付：现金追回' },
  attachments: '追回依据：退货、审计或登记更正材料',
  fields: {
    ...heads,
    no: '负兑付单号',
    customerCode: '客户',
    recovery: '追回方式',
    operatingUnitCode: '业务实体',
    closedPeriod: '涉及已关账期间',
    totalAmount: '追回金额',
  },
  lineFields: {
    ...parts,
    settledLine: '原执行行',
    executedNet: '已执行净额',
    amount: '追回金额',
    recoveryReason: '追回原因',
    imeis: '串码 IMEI/SN',
  },
  ...life,
  options: {
    recovery: { rebate: '返利余额', receivable: '应收', money: '现金' },
    recoveryReason: { returned: '退货', diversion: '窜货', falseClaim: '虚假申报', overCalculation: '多计多付' },
    closedPeriod: flags,
    source: sources,
  },
}
