import { defineLedger } from '#kernel/ledger/definition.ts'

/**
 * The budget ledger (domain.md section 3): available, held by a budget document in approval, occupied by a
 * spending document in approval, committed, accrued, executed. Pools, lines and the funding source are its accounts.
 */
export const budgetLedger = defineLedger({
  name: 'budget',
  table: 'budget_account',
  buckets: ['avl', 'hld', 'occ', 'cmt', 'acr', 'exe'],
  inflows: ['granted', 'transferred_in', 'carried_in'],
  outflows: ['revoked', 'transferred_out', 'carried_out', 'lapsed', 'distributed'],
})
