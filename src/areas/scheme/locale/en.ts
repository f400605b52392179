/** Texts of the area that every page of it needs, in English; those of a document come with its pages. */
export const en = {
  label: 'Schemes',
  states: {
    effective: 'Effective',
    partialExecution: 'Partial Execution',
    fullExecution: 'Full Execution',
    terminated: 'Stop',
    expired: 'Expired',
    closed: 'Closed',
  },
  documentStates: {
    draft: 'Draft',
    underApproval: 'Under Approval',
    approved: 'Approved',
    rejected: 'Rejected',
    cancelled: 'Cancelled',
  },
  money: {
    approved: 'Approved',
    committed: 'Committed',
    accrued: 'Accrued',
    executed: 'Executed',
    released: 'Released',
    locked: 'In approval',
    remaining: 'Remaining',
  },
  page: {
    fresh: 'New',
    wholePeriod: 'Whole scheme, once',
    free: 'Free of the scheme',
    freeOf: 'Free of the scheme line',
    pendingOnScheme: 'Other documents on the same scheme lines',
    noPendingOnScheme: 'No other document waits on these scheme lines.',
    pendingOnBudgets: 'Other requests on the same budgets',
    noPendingOnBudgets: 'No other request waits on these budgets.',
    budgetAvailable: 'Available in the budget',
    pendingOnItems: 'Other documents on the same items',
    noPendingOnItems: 'No other document waits on these items.',
    openOf: 'Open of the item',
    pendingOnInvoices: 'Other documents on the same invoices',
    noPendingOnInvoices: 'No other document waits on these invoices.',
    netOf: 'Invoiced without tax',
    unitsLeft: '{quantity} left at {price}',
  },
}

export type SchemeTexts = typeof en
