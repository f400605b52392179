import { bindDocument, type Effects, type Subject } from '#kernel/document/server-document.ts'
import type { Reservation } from '#kernel/ledger/posting.ts'
import { amount, amountText, sumAmounts } from '#kernel/money/money.ts'
import { budgetLedger } from '../budget.ledger.ts'
import { type CountryBudget, countryBudget } from '../country-budget.doc.ts'
import { checkCountryBudget, type CountryBudgetFacts, lineFactsByRow, totalOf } from '../country-budget.rules.ts'
import { countryBudgetFacts, countryBudgetHolds } from './country-budget.facts.ts'
import { financePush, heldBudget } from './country-budget.effects.ts'
import { namesFor, titledCountryBudgets } from './country-budget.names.ts'
import { credit, debit, draftTotal, makeMissing, open, release } from './line-plans.ts'

type Plan = (subject: Subject<CountryBudget>, facts: CountryBudgetFacts) => Effects

/** Grant: Dr POOL.HLD / Cr POOL.AVL. Revoke: Dr line.HLD / Cr line.AVL. A reservation a line. */
const hold: Plan = ({ header, content }, facts) => {
  if (!content) throw new Error('a submit without content')
  const { currency } = header
  const byRow = lineFactsByRow(content, facts)
  const account = (row: number) => (header.applyType === 'grant' ? facts.pool?.account : byRow[row]?.account)
  const reserve = content.lines.map((line, row): Reservation => {
    const source = account(row)
    if (source === undefined) throw new Error(`line ${row} has no account to hold from`)
    return {
      line: row + 1,
      ledger: budgetLedger.name,
      account: source,
      bucket: 'hld',
      amount: amount(line.amount),
      currency,
    }
  })
  const legs =
    header.applyType === 'grant' && facts.pool
      ? [
          debit(facts.pool.account, 'hld', totalOf(content), currency),
          credit(facts.pool.account, 'avl', totalOf(content), currency),
        ]
      : reserve.flatMap((entry) => [
          debit(entry.account, 'hld', entry.amount, currency, { line: entry.line }),
          credit(entry.account, 'avl', entry.amount, currency, { line: entry.line }),
        ])
  const writes = header.applyType === 'grant' ? makeMissing(facts.master.scopeId, header, content.lines, byRow) : []
  return { legs, reserve, writes }
}

/**
 * Grant: Dr line.AVL (granted+) / Cr POOL.HLD (distributed+). Revoke: Dr POOL.AVL (distributed-) / Cr line.HLD (revoked+).
 * Every reservation of the round is resolved by this journal, once.
 */
const settle: Plan = ({ header, reservations }, facts) => {
  const { currency } = header
  if (!facts.pool) throw new Error('an approved application without a pool')
  const pool = facts.pool.account
  const total = sumAmounts(reservations.map((entry) => amount(entry.amount)))
  const legs =
    header.applyType === 'grant'
      ? [
          ...reservations.map((entry, index) =>
            debit(lineAccount(facts, index), 'avl', amount(entry.amount), currency, {
              counter: 'granted',
              line: entry.document_line,
            }),
          ),
          credit(pool, 'hld', total, currency, { counter: 'distributed' }),
        ]
      : [
          debit(pool, 'avl', total, currency, { counter: 'distributed' }),
          ...reservations.map((entry) =>
            credit(entry.account_id, 'hld', amount(entry.amount), currency, {
              counter: 'revoked',
              line: entry.document_line,
            }),
          ),
        ]
  const writes = header.applyType === 'grant' ? [open(facts.lines)] : []
  return { legs, resolve: reservations, writes }
}

function lineAccount(facts: CountryBudgetFacts, index: number): string {
  const line = facts.lines[index]
  if (!line) throw new Error(`line ${index} of the application has no budget line`)
  return line.account
}

export const countryBudgetDocument = bindDocument<CountryBudget, CountryBudgetFacts>({
  definition: countryBudget,
  facts: countryBudgetFacts,
  holds: countryBudgetHolds,
  scopeOf: (facts) => facts.master.scopeId,
  organisationOf: (content) => content.header.idcCode,
  check: checkCountryBudget,
  computed: (content) => ({ totalAmount: draftTotal(content.lines) }),
  computedLines: (content, facts) => {
    const byRow = lineFactsByRow(content, facts)
    return byRow.map((line) => ({
      availableAmount: line ? amountText(line.available) : null,
      budgetCode: line?.budgetCode ?? null,
    }))
  },
  names: namesFor,
  titled: titledCountryBudgets,
  variables: (content, computed) => ({
    applyType: content.header.applyType,
    productClass: content.header.productClass,
    currency: content.header.currency,
    // Only compared with thresholds; no amount is computed from it.
    amount: Number(computed['totalAmount'] ?? 0),
  }),
  taskFacts: ['budgetDeptCode', 'productClass'],
  effects: { financePush },
  reserve: heldBudget,
  plans: { submit: hold, approve: settle, reject: release, return: release, terminate: release, withdraw: release },
})
