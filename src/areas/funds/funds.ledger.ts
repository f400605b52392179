import { defineLedger } from '#kernel/engine/ledger/definition.ts'

/**
 * Customer funds (domain.md section 4): available and occupied amounts of a recharge or a rebate, receivables, and
 * (negative) open credits against them. Each operating unit has clearing accounts of its own.
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
