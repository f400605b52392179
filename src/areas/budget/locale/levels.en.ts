/** Texts of lists and forms over the levels, in English. */
export const budgetLevels = {
  pools: 'Pools',
  poolName: 'Pool name',
  newPoolLoad: 'New initial load',
  newPoolSupplement: 'New supplement',
  newPoolReduce: 'New reduction',
  newInitialLoad: 'New initial load',
  newSupplement: 'New supplement',
  below: 'Available below',
  fundedBy: 'Funded by',
  level: 'Level',
  projects: 'Projects',
  projectLines: 'Project budgets',
  noProjectLines: 'Project budgets appear when a grant at project level is approved.',
  noPools: 'A pool appears when headquarters loads its money of a year.',
  more: 'More',
  pendingOnPools: 'Other requests for pools of this area and year',
  noPendingOnPools: 'No other request waits for pools of this area and year.',
  poolAvailable: 'Available in the pool',
  projectNow: 'Available in the project budgets, without this application',
  projectHeld: 'Held of the project budgets (this application included)',
  projectAfter: 'Available in the project budgets after approval',
  asOfNote: 'Every amount is as of the end of {date}, not of now.',
  showNow: 'Show now',
  newMoney: 'New money of headquarters; nothing of the pool is used',
}

export type LevelTexts = { readonly [K in keyof typeof budgetLevels]: string }
