import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { bindDocument, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Leg, Reservation } from '#kernel/engine/ledger/posting.ts'
import { type Amount, amount, amountText, sumAmounts, zero } from '#kernel/base/money/money.ts'
import { budgetErrors } from '../budget.errors.ts'
import type { BudgetLineFact } from '../budget-line/budget-line.rules.ts'
import { budgetLedger } from '../budget.ledger.ts'
import { type CountryBudget, countryBudget } from './country-budget.doc.ts'
import {
  checkCountryBudget,
  type CountryBudgetFacts,
  isFromProjects,
  isLoad,
  levelOf,
  lineFactsByRow,
  paidByAnother,
  parentsByRow,
} from './country-budget.rules.ts'
import { makePool, makeSource } from '../budget-line/budget-made.server.ts'
import { countryBudgetFacts, countryBudgetLocks } from './country-budget.facts.ts'
import { toFinance } from '../shared/finance-messages.server.ts'
import { credit, debit, draftTotal, makeMissing, openFirst, openFrom, release } from './line-plans.server.ts'
import { budgetNames, titledBudgets } from '../shared/budget-names.server.ts'

type Plan = (subject: Subject<CountryBudget>, facts: CountryBudgetFacts) => Postings

/**
 * Grant: Dr parent.HLD / Cr parent.AVL, of the pool or of project budgets. Revoke: Dr line.HLD / Cr line.AVL. One
 * reservation per line. New money of headquarters is not held; it exists once approved.
 */
const hold: Plan = ({ header, content }, facts) => {
  if (!content) throw new Error('a submit without content')
  const { currency, projectPoolCode: pool, year, areaId } = header
  const byRow = lineFactsByRow(content, facts)
  const missing = makeMissing(facts.master.scopeId, header, content.lines, byRow)
  if (isLoad(header))
    return { legs: [], writes: [...missing, makePool(areaId, pool, year, currency), makeSource(year, currency)] }
  const parents = isFromProjects(header) ? parentsByRow(content, facts) : null
  const account = (row: number) =>
    header.applyType === 'grant' ? ((parents ?? [])[row]?.account ?? facts.pool?.account) : byRow[row]?.account
  const reserve = content.lines.map((line, row): Reservation => {
    const source = account(row)
    if (source === undefined) throw new Error(`line ${row} has no account to hold from`)
    const { name: ledger } = budgetLedger
    return { line: row + 1, ledger, account: source, bucket: 'hld', amount: amount(line.amount), currency }
  })
  const legs = totals(reserve, (entry) => entry.account).flatMap(([source, total]) => [
    debit(source, 'hld', total, currency),
    credit(source, 'avl', total, currency),
  ])
  return { legs, reserve, writes: header.applyType === 'grant' ? missing : [] }
}

/** Totals by account. */
function totals<T extends { readonly amount: Amount }>(
  entries: readonly T[],
  accountOf: (entry: T) => string,
): [string, Amount][] {
  return [...Map.groupBy(entries, accountOf)].map(([account, of]) => [
    account,
    sumAmounts(of.map((each) => each.amount)),
  ])
}

/** Every reservation of the round is resolved by this journal, once. */
const settle: Plan = (subject, facts) => {
  if (isLoad(subject.header)) return load(subject, facts)
  return subject.header.applyType === 'grant' ? grant(subject, facts) : revoke(subject, facts)
}

/** Dr line.AVL (granted+) / Cr parent.HLD (distributed+). */
const grant: Plan = ({ header, reservations }, facts) => {
  const { currency } = header
  const given = reservations.map((entry) => {
    const line = lineOf(facts, entry.document_line)
    return { line, no: entry.document_line, parent: entry.account_id, amount: amount(entry.amount) }
  })
  const parents = given.map(({ parent }) => (isFromProjects(header) ? parent : null))
  for (const [index, { line }] of given.entries())
    if (!line.isPlanned && line.parent !== parents[index]) throw new Refused(paidByAnother(line))
  const legs = [
    ...given.map((each) =>
      debit(each.line.account, 'avl', each.amount, currency, { counter: 'granted', line: each.no }),
    ),
    ...totals(given, ({ parent }) => parent).map(([parent, total]) =>
      credit(parent, 'hld', total, currency, { counter: 'distributed' }),
    ),
  ]
  return {
    legs,
    resolve: reservations,
    writes: openFrom(
      given.map(({ line }) => line),
      parents,
    ),
  }
}

/** Dr parent.AVL (distributed-) / Cr line.HLD (revoked+): back to the funding parent. */
const revoke: Plan = ({ header, reservations }, facts) => {
  const { currency } = header
  const taken = reservations.map((entry) => ({
    account: entry.account_id,
    no: entry.document_line,
    parent: lineOf(facts, entry.document_line).parent ?? poolOf(facts),
    amount: amount(entry.amount),
  }))
  const legs = [
    ...totals(taken, ({ parent }) => parent).map(([parent, total]) =>
      debit(parent, 'avl', total, currency, { counter: 'distributed' }),
    ),
    ...taken.map((each) => credit(each.account, 'hld', each.amount, currency, { counter: 'revoked', line: each.no })),
  ]
  return { legs, resolve: reservations }
}

/**
 * Dr POOL.AVL (granted+) / Cr SOURCE.AVL (distributed+), and on to each line at once: Dr line.AVL (granted+) / Cr POOL.AVL (distributed+),
 * through the project budget where one funds the line. Existing money of pool and project is not used.
 */
const load: Plan = ({ header }, facts) => {
  const { currency, applyType } = header
  const pool = poolOf(facts)
  const { source } = facts
  if (source === null) throw new Error('headquarters has no money of this year to load from')
  const loaded = facts.lines.map((line, index) => {
    if (line.asked === undefined) throw new Error(`line ${index} says no amount`)
    if (applyType === 'initialLoad' && !line.isPlanned)
      throw new Refused(budgetErrors.alreadyLoaded({ budgetCode: line.budgetCode }))
    return { line, no: index + 1, amount: line.asked }
  })
  const through = (to: string, total: Amount, from: string): Leg[] => [
    debit(to, 'avl', total, currency, { counter: 'granted' }),
    credit(from, 'avl', total, currency, { counter: 'distributed' }),
  ]
  const whole = loaded.reduce((sum, each) => sum.plus(each.amount), zero)
  const legs = [
    ...through(pool, whole, source),
    ...loaded.flatMap(({ line, amount: part, no }) => [
      ...(line.parent === null ? [] : through(line.parent, part, pool)),
      debit(line.account, 'avl', part, currency, { counter: 'granted', line: no }),
      credit(line.parent ?? pool, 'avl', part, currency, { counter: 'distributed', line: no }),
    ]),
  ]
  const writes: Statement[] = applyType === 'initialLoad' ? [openFirst(facts.lines)] : []
  return { legs, writes }
}

function lineOf(facts: CountryBudgetFacts, no: number): BudgetLineFact {
  const line = facts.lines[no - 1]
  if (!line) throw new Error(`line ${no} of the application has no budget line`)
  return line
}

function poolOf(facts: CountryBudgetFacts): string {
  if (!facts.pool) throw new Error('an approved application without a pool')
  return facts.pool.account
}

export const countryBudgetDocument = bindDocument<CountryBudget, CountryBudgetFacts>({
  definition: countryBudget,
  load: {
    facts: countryBudgetFacts,
    locks: countryBudgetLocks,
    scopeOf: (facts) => facts.master.scopeId,
    organisationOf: (content) => content.header.idcCode,
  },
  validate: {
    check: checkCountryBudget,
  },
  derive: {
    computed: ({ header, lines }) => ({
      totalAmount: draftTotal(lines),
      // Omitted values get explicit defaults, so that every reader and list sees the same.
      level: levelOf(header),
      fundedBy: header.applyType === 'grant' ? (header.fundedBy ?? 'pool') : null,
    }),
    computedLines: (content, facts) => {
      const byRow = lineFactsByRow(content, facts)
      return byRow.map((line) => ({
        availableAmount: line ? amountText(line.available) : null,
        budgetCode: line?.budgetCode ?? null,
      }))
    },
    variables: (content, computed) => ({
      applyType: content.header.applyType,
      level: levelOf(content.header),
      productClass: content.header.productClass,
      currency: content.header.currency,
      // A number is enough here: it is only compared with thresholds.
      amount: Number(computed['totalAmount'] ?? 0),
    }),
  },
  present: {
    names: budgetNames.of(countryBudget),
    titled: titledBudgets,
    taskFacts: ['budgetDeptCode', 'productClass'],
  },
  post: {
    plans: { submit: hold, approve: settle, ...releasePlans(() => release) },
    ...toFinance(
      [
        'applyType',
        'level',
        'fundedBy',
        'approvedAt',
        'idcCode',
        'areaId',
        'year',
        'month',
        'budgetDeptCode',
        'projectPoolCode',
        'productClass',
        'regionCode',
        'currency',
        'totalAmount',
      ],
      ['budgetCode', 'countryCode', 'projectCode', 'fscId', 'subBusiCode', 'productLineCode', 'amount'],
    ),
  },
})
