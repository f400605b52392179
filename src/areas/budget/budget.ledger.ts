import { defineLedger } from '#kernel/engine/ledger/definition.ts'

/**
 * The budget ledger (domain.md section 3): available, held by a budget document in approval, occupied by a spending
 * document in approval, committed, accrued, executed; and exchange rate differences of a pool. Its accounts are pools,
 * lines, the funding source and lapsed money.
 */
export const budgetLedger = defineLedger({
  name: 'budget',
  table: 'budget_account',
  buckets: ['avl', 'hld', 'occ', 'cmt', 'acr', 'exe', 'fxv'],
  spendable: 'avl',
  holds: ['hld'],
  used: ['cmt', 'acr', 'exe'],
  signed: ['fxv'],
  inflows: ['granted', 'transferred_in', 'carried_in', 'revalued'],
  outflows: ['revoked', 'transferred_out', 'carried_out', 'lapsed', 'distributed'],
})
