import { bindDocument, type Effects, type Subject } from '#kernel/document/server-document.ts'
import { prepared, type Statement } from '#kernel/db/statement.ts'
import { type Leg, legsOf, type OpenReservation, type Reservation } from '#kernel/ledger/posting.ts'
import { amount, amountText, isStorable, sumAmounts } from '#kernel/money/money.ts'
import { budgetLedger } from '../budget.ledger.ts'
import { type CountryBudget, countryBudget } from '../country-budget.doc.ts'
import {
  checkCountryBudget,
  type CountryBudgetFacts,
  lineFactsByRow,
  lineKey,
  totalOf,
} from '../country-budget.rules.ts'
import { countryBudgetFacts, countryBudgetHolds } from './country-budget.facts.ts'
import { financePush } from './country-budget.effects.ts'
import { namesFor, titledCountryBudgets } from './country-budget.names.ts'

const { debit, credit } = legsOf(budgetLedger)

/** Makes the lines that a grant names and that do not exist yet; in key order, so that two grants never wait for each other. */
const planLines = prepared(
  'budget.plan-lines',
  `with made as (
     insert into budget_line (scope_id, area_id, year, month, project_pool_code, budget_dept_code, product_class, currency,
       country_code, project_code, fsc_id, sub_busi_code, product_line_code)
     select $1, $2, $3, $4, $5, $6, $7, $8, w.*
     from unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::text[]) w order by 9, 10, 11, 12, 13
     on conflict on constraint budget_line__key do nothing
     returning id, currency
   ) insert into budget_account (id, currency) select id, currency from made`,
)

const openLines = prepared(
  'budget.open-lines',
  `update budget_line set state = 'open' where id = any ($1::bigint[]) and state = 'planned'`,
)

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
  const writes = header.applyType === 'grant' ? missingLines(content, facts) : []
  return { legs, reserve, writes }
}

function missingLines(content: NonNullable<Subject<CountryBudget>['content']>, facts: CountryBudgetFacts): Statement[] {
  const { header } = content
  const known = new Set(lineFactsByRow(content, facts).flatMap((line) => line?.key ?? []))
  const missing = content.lines.filter((line) => !known.has(lineKey(line)))
  if (missing.length === 0) return []
  return [
    planLines(
      facts.master.scopeId,
      header.areaId,
      header.year,
      header.month,
      header.projectPoolCode,
      header.budgetDeptCode,
      header.productClass,
      header.currency,
      missing.map((line) => line.countryCode),
      missing.map((line) => line.projectCode),
      missing.map((line) => line.fscId),
      missing.map((line) => line.subBusiCode),
      missing.map((line) => line.productLineCode),
    ),
  ]
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
  const writes = header.applyType === 'grant' ? [openLines(facts.lines.map((line) => line.account))] : []
  return { legs, resolve: reservations, writes }
}

function lineAccount(facts: CountryBudgetFacts, index: number): string {
  const line = facts.lines[index]
  if (!line) throw new Error(`line ${index} of the application has no budget line`)
  return line.account
}

/** Reject and withdraw give back exactly what was held. */
const release: Plan = ({ header, reservations }) => ({
  legs: released(reservations, header.currency),
  resolve: reservations,
})

function released(reservations: readonly OpenReservation[], currency: string): Leg[] {
  const byAccount = Map.groupBy(reservations, (entry) => entry.account_id)
  return [...byAccount].flatMap(([account, entries]) => {
    const total = sumAmounts(entries.map((entry) => amount(entry.amount)))
    return [debit(account, 'avl', total, currency), credit(account, 'hld', total, currency)]
  })
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
  plans: { submit: hold, approve: settle, reject: release, return: release, terminate: release, withdraw: release },
})

/** A draft's lines may lack amounts: the total is of those that have one. None where there is nothing to add up, or too much. */
function draftTotal(lines: readonly { readonly amount: string | null }[]): string | null {
  if (lines.length === 0) return null
  const total = sumAmounts(lines.flatMap((line) => (line.amount === null ? [] : [amount(line.amount)])))
  return isStorable(total) ? amountText(total) : null
}
