/** Texts common to all scheme documents, in English. */

export const heads = {
  no: 'Document no.',
  schemeNo: 'Scheme',
  idcCode: 'Data centre',
  areaId: 'Area',
  currency: 'Currency',
  period: 'Period',
  postingDate: 'Posting date',
  reason: 'Reason',
  source: 'Source',
  totalAmount: 'Amount',
  state: 'Status',
  drafter: 'Drafter',
  currentHolder: 'Current holder',
  waitingSince: 'Waiting',
  pushStatus: 'Push status',
  reserveStatus: 'Reserve',
  createdAt: 'Created',
  updatedAt: 'Updated',
  submittedAt: 'Submitted',
  lines: 'Lines',
}

export const parts = {
  fundingNo: 'Scheme line',
  customerCode: 'Customer',
  budgetCode: 'Budget',
  amount: 'Amount',
  remark: 'Remark',
}

export const states = {
  draft: 'Draft',
  underApproval: 'Under Approval',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
}

export const actions = {
  save: 'Save',
  delete: 'Delete',
  submit: 'Submit',
  approve: 'Agree',
  reject: 'Reject',
  return: 'Return',
  terminate: 'Terminate',
  withdraw: 'Withdraw',
  retry: 'Push again',
}

export const effects = { financePush: 'Push to finance' }

export const sources = { typed: 'Typed', file: 'File' }

export const flags = { yes: 'Yes', no: 'No' }

export const schemeTypes = {
  priceProtection: 'Price protection',
  sellInRebate: 'Sell-in rebate',
  sellThroughRebate: 'Sell-through rebate',
  sellOutRebate: 'Sell-out rebate',
  targetRebate: 'Target rebate',
  display: 'Display and marketing fund',
  promoterIncentive: 'Promoter incentive',
  priceSupport: 'Price support',
}
