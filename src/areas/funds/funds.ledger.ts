import { defineLedger } from '#kernel/engine/ledger/definition.ts'

/**
 * Customer funds (domain.md section 4): what is available and what is occupied of a recharge or a rebate, what a customer owes,
 * and (below zero) what is open to be set against it. Each operating unit clears through accounts of its own.
 */
export const fundsLedger = defineLedger({
  name: 'funds',
  table: 'funds_account',
  buckets: ['avl', 'occ', 'rcv', 'crd'],
  spendable: 'avl',
  holds: ['occ'],
  used: [],
  signed: ['crd'],
  inflows: ['received'],
  outflows: ['given'],
})
