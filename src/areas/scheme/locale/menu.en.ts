/** Labels of the area's pages and rights, in English. */
export const menu = {
  group: 'Schemes',
  schemes: 'Schemes',
  detail: 'Scheme',
  application: 'Policy application',
  withhold: 'Withhold',
  withholdRun: 'Month-end withhold run',
  reversal: 'Reversal',
  execute: 'Execute',
  terminal: 'Terminate',
  adjust: 'Adjust',
  annualCarryover: 'Annual carry-over',
  receivablesAdjustment: 'Receivables adjustment',
  negativeRedemption: 'Negative redemption',
  specialPriceApprovalForm: 'Special price approval form',
  adjustInvoice: 'Adjust invoice',
}

export type SchemeMenu = typeof menu
