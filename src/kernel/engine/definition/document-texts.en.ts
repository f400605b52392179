/** Head fields of every document that one approval decides, in English. */
export const heads = {
  reason: 'Reason',
  state: 'Status',
  drafter: 'Drafter',
  currentHolder: 'Current holder',
  waitingSince: 'Waiting',
  createdAt: 'Created',
  updatedAt: 'Updated',
  submittedAt: 'Submitted',
  lines: 'Lines',
}

/** Those of one that is pushed to another system. */
export const pushedHeads = {
  ...heads,
  idcCode: 'Data centre',
  areaId: 'Area',
  currency: 'Currency',
  pushStatus: 'Push status',
  reserveStatus: 'Reserve',
}

const states = {
  draft: 'Draft',
  underApproval: 'Under Approval',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
}

const actions = {
  save: 'Save',
  delete: 'Delete',
  submit: 'Submit',
  approve: 'Agree',
  reject: 'Reject',
  return: 'Return',
  terminate: 'Terminate',
  withdraw: 'Withdraw',
}

/** States and actions of a document that one approval decides. */
export const life = { states, actions }

/** The same of one that is pushed to another system. */
export const pushedLife = {
  states,
  actions: { ...actions, retry: 'Push again' },
  effects: { financePush: 'Push to finance' },
}
