import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { bindDocument, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Reservation } from '#kernel/engine/ledger/posting.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { budgetErrors } from '../budget.errors.ts'
import { budgetLedger } from '../budget.ledger.ts'
import { type PoolBudget, poolBudget } from './pool-budget.doc.ts'
import { checkPoolBudget, type FundedPool, type PoolBudgetFacts } from './pool-budget.rules.ts'
import { makePool, makeSource } from '../budget-line/budget-made.server.ts'
import { credit, debit, draftTotal, release } from '../country-budget/line-plans.server.ts'
import { poolBudgetFacts, poolBudgetLocks } from './pool-budget.facts.ts'
import { toFinance } from '../shared/finance-messages.server.ts'
import { budgetNames, titledBudgets } from '../shared/budget-names.server.ts'

type Plan = (subject: Subject<PoolBudget>, facts: PoolBudgetFacts) => Postings

/** A reduction is held: Dr POOL.HLD / Cr POOL.AVL, one reservation per line. New money exists once approved. */
const hold: Plan = ({ header, content }, facts) => {
  if (!content) throw new Error('a submit without content')
  const { areaId, year, currency } = header
  if (header.applyType !== 'reduce') {
    // In one order, so that two applications do not deadlock.
    const codes = content.lines.map((line) => line.projectPoolCode).toSorted()
    const writes = [...codes.map((code) => makePool(areaId, code, year, currency)), makeSource(year, currency)]
    return { legs: [], writes }
  }
  const byCode = poolsByCode(facts)
  const reserve = content.lines.map((line, row): Reservation => {
    const { account } = poolOf(byCode, line.projectPoolCode)
    const { name: ledger } = budgetLedger
    return { line: row + 1, ledger, account, bucket: 'hld', amount: amount(line.amount), currency }
  })
  const legs = reserve.flatMap((entry) => [
    debit(entry.account, 'hld', entry.amount, currency, { line: entry.line }),
    credit(entry.account, 'avl', entry.amount, currency, { line: entry.line }),
  ])
  return { legs, reserve, writes: [makeSource(year, currency)] }
}

/** Dr POOL.AVL (granted+) / Cr SOURCE.AVL (distributed+); for a reduction Dr SOURCE.AVL (distributed-) / Cr POOL.HLD (revoked+). */
const settle: Plan = ({ header, reservations }, facts) => {
  const { applyType, currency, year } = header
  const { source } = facts
  if (source === null) throw new Error('headquarters has no money of this year')
  if (applyType === 'reduce') {
    const total = sumAmounts(reservations.map((entry) => amount(entry.amount)))
    const legs = [
      debit(source, 'avl', total, currency, { counter: 'distributed' }),
      ...reservations.map((entry) =>
        credit(entry.account_id, 'hld', amount(entry.amount), currency, {
          counter: 'revoked',
          line: entry.document_line,
        }),
      ),
    ]
    return { legs, resolve: reservations }
  }
  const byCode = poolsByCode(facts)
  const given = facts.asked.map(({ line, pool: code, amount: value }) => {
    const pool = poolOf(byCode, code)
    if (applyType === 'initialLoad' && pool.isLoaded) throw new Refused(budgetErrors.poolLoaded({ pool: code, year }))
    return debit(pool.account, 'avl', value, currency, { counter: 'granted', line })
  })
  const total = sumAmounts(given.map((leg) => leg.amount))
  return { legs: [...given, credit(source, 'avl', total, currency, { counter: 'distributed' })] }
}

const poolsByCode = ({ pools }: PoolBudgetFacts) => new Map(pools.map((pool) => [pool.code, pool]))

function poolOf(pools: ReadonlyMap<string, FundedPool>, code: string): FundedPool {
  const pool = pools.get(code)
  if (!pool) throw new Error(`pool ${code} has no account`)
  return pool
}

export const poolBudgetDocument = bindDocument<PoolBudget, PoolBudgetFacts>({
  definition: poolBudget,
  load: {
    facts: poolBudgetFacts,
    locks: poolBudgetLocks,
    scopeOf: (facts) => facts.area?.scopeId ?? null,
    organisationOf: (content) => content.header.idcCode,
  },
  validate: {
    check: checkPoolBudget,
  },
  derive: {
    computed: (content) => ({ totalAmount: draftTotal(content.lines) }),
    computedLines: (content, facts) => {
      const byCode = poolsByCode(facts)
      return content.lines.map(({ projectPoolCode }) => {
        const pool = byCode.get(projectPoolCode)
        return { availableAmount: pool ? amountText(pool.available) : null }
      })
    },
    variables: (content, computed) => ({
      applyType: content.header.applyType,
      currency: content.header.currency,
      // A number is enough here: it is only compared with thresholds.
      amount: Number(computed['totalAmount'] ?? 0),
    }),
  },
  present: {
    names: budgetNames.of(poolBudget),
    titled: titledBudgets,
    taskFacts: ['year', 'currency'],
  },
  post: {
    plans: { submit: hold, approve: settle, ...releasePlans(() => release) },
    ...toFinance(
      ['applyType', 'approvedAt', 'idcCode', 'areaId', 'year', 'currency', 'totalAmount'],
      ['projectPoolCode', 'amount'],
    ),
  },
})
