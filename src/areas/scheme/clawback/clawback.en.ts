import { flags, heads, life, parts, sources } from '../locale/shared.en.ts'

/** Texts of clawbacks in English. */
export const schemeClawback = {
  label: 'Negative redemption',
  many: 'Negative redemptions',
  titles: {
    rebate: 'Negative redemption: from the rebate balance',
    receivable: 'Negative redemption: by a debit note',
    money: 'Negative redemption: in money',
  },
  attachments: 'What shows why it is recovered: returns, an audit, a correction of the registry',
  fields: {
    ...heads,
    no: 'Redemption no.',
    customerCode: 'Customer',
    recovery: 'Recovered from',
    operatingUnitCode: 'Operating unit',
    closedPeriod: 'Of a closed period',
    totalAmount: 'Recovered amount',
  },
  lineFields: {
    ...parts,
    settledLine: 'Execution line',
    executedNet: 'Executed net',
    amount: 'Recovered amount',
    recoveryReason: 'Why',
    imeis: 'IMEI/SN',
  },
  ...life,
  options: {
    recovery: { rebate: 'Rebate balance', receivable: 'Receivable', money: 'Money' },
    recoveryReason: {
      returned: 'Returned units',
      diversion: 'Diversion',
      falseClaim: 'False claim',
      overCalculation: 'Over-calculation',
    },
    closedPeriod: flags,
    source: sources,
  },
}

export type SchemeClawbackTexts = typeof schemeClawback
