/** Texts of the budget area's pages in English. */
export const page = {
  newGrant: 'New grant',
  newRevoke: 'New revoke',
  poolNow: 'Available in the pool, without this application',
  poolHeld: 'Held by approvals under way',
  poolHeldThis: 'Held by approvals under way (this one included)',
  poolAfter: 'Available after approval',
  pending: 'Other requests on the same pool',
  linesMade: '{count} {count, budget line|budget lines} of it, with their postings',
  pendingOwn: 'This application',
  pendingRest: 'Others, not listed',
  noPending: 'No other request waits on this pool.',
  buckets: {
    available: 'Available',
  },
  poolNotFunded: 'This pool has no budget in this currency and year.',
  lineAvailable: 'Budget available',
  pendingOnBudgets: 'Other requests on the same budgets',
  noPendingOnBudgets: 'No other request waits on these budgets.',
  giverAvailable: 'Available in the giving budget',
  newCountryTransfer: 'New transfer between countries',
  newProjectTransfer: 'New transfer between projects',
}
