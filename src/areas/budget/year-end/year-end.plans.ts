import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { bindDocument, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import type { Reservation } from '#kernel/engine/ledger/posting.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { budgetLedger } from '../budget.ledger.ts'
import { type BudgetYearEnd, budgetYearEnd } from './budget-year-end.doc.ts'
import { checkYearEnd, type CompleteLine, completeLines, totalsOf, type YearEndFacts } from './budget-year-end.rules.ts'
import { credit, debit, open, release } from '../country-budget/line-plans.server.ts'
import { planNextPool, planNextYear } from '../year-end-cockpit/next-year.server.ts'
import { closeYear } from '../period/periods.server.ts'
import { type AllYearEndFacts, yearEndFacts, yearEndLocks } from './year-end.facts.ts'
import { budgetNames, titledBudgets } from '../shared/budget-names.server.ts'

type Plan = (subject: Subject<BudgetYearEnd>, facts: AllYearEndFacts) => Postings

const lapsedAccount = prepared(
  'budget.lapsed-account',
  `with account as (insert into budget_account (currency, mode) select $2, 'tracking'
     where not exists (select from budget_source where year = $1 and currency = $2 and kind = 'lapsed') returning id)
   insert into budget_source (id, year, currency, kind) select id, $1, $2, 'lapsed' from account
   on conflict on constraint budget_source__key do nothing`,
)

const claim = prepared(
  'budget.claim-year-end',
  'insert into budget_year_end_claim (account_id, document_id) select account, $1 from unnest($2::bigint[]) account',
)
const giveBack = prepared('budget.give-back-year-end', 'delete from budget_year_end_claim where document_id = $1')
const giveBackRun = prepared(
  'budget.give-back-run',
  'delete from budget_year_end_claim where document_id = (select id from budget_year_end where no = $1 and area_id = $2)',
)

/** Dr old.HLD / Cr old.AVL, one reservation per line; an undo holds it at its target. */
const hold: Plan = ({ id, header, content }, facts) => {
  if (!content) throw new Error('a submit without content')
  const { currency } = header
  const lines = content.lines as readonly CompleteLine[]
  const accounts = accountsOf(header.kind, lines, facts)
  const reserve = lines.map((line, row): Reservation => {
    const account = accounts[row]
    if (account === undefined) throw new Error(`line ${row} has no account to hold from`)
    return { line: row + 1, ledger: budgetLedger.name, account, bucket: 'hld', amount: amount(line.amount), currency }
  })
  const legs = reserve.flatMap((entry) => [
    debit(entry.account, 'hld', entry.amount, currency, { line: entry.line }),
    credit(entry.account, 'avl', entry.amount, currency, { line: entry.line }),
  ])
  return { legs, reserve, writes: header.kind === 'undo' ? [] : preparations(id, header, lines, accounts as string[]) }
}

function accountsOf(kind: string, lines: readonly CompleteLine[], facts: YearEndFacts): (string | undefined)[] {
  if (kind === 'undo') return lines.map((_, row) => facts.run?.lines[row]?.to)
  const byCode = new Map(facts.remainders.map((remainder) => [remainder.code, remainder.account]))
  return lines.map((line) => byCode.get(line.budgetCode))
}

function preparations(
  id: string,
  { kind, areaId, year, currency }: Subject<BudgetYearEnd>['header'],
  lines: readonly CompleteLine[],
  accounts: readonly string[],
): Statement[] {
  const carried = lines.filter((line) => line.option === 'carry')
  const codes = carried.filter((line) => line.level !== 'pool').map((line) => line.budgetCode)
  const pools = accounts.filter((_, row) => lines[row]?.option === 'carry' && lines[row].level === 'pool')
  return [
    // A closing takes what was returned after its budgets were already taken; it may take them again.
    ...(kind === 'close' ? [] : [claim(id, accounts)]),
    ...(codes.length > 0 ? [planNextYear(codes, areaId, true), planNextYear(codes, areaId, false)] : []),
    ...(pools.length > 0 ? [planNextPool(pools)] : []),
    ...(carried.length < lines.length ? [lapsedAccount(year, currency)] : []),
  ]
}

/**
 * Carried over: Dr new.AVL (carried in +) / Cr old.HLD (carried out +). Lapsed: Dr LPS.AVL (lapsed −) / Cr old.HLD
 * (lapsed +). An undo posts the reverse from what it holds.
 */
const settle: Plan = ({ header, reservations }, { moves }) => {
  const { currency, kind, areaId, undoOf } = header
  const isUndo = kind === 'undo'
  const legs = reservations.flatMap((entry) => {
    const move = moves[entry.document_line - 1]
    if (!move?.account || !move.target) throw new Error(`line ${entry.document_line} of the year end leads nowhere`)
    const [from, to] = isUndo ? [move.target, move.account] : [move.account, move.target]
    if (from !== entry.account_id) throw new Error(`line ${entry.document_line} holds another account than it moves`)
    const line = entry.document_line
    const counters =
      move.option === 'lapse'
        ? (['lapsed', 'lapsed'] as const)
        : isUndo
          ? (['carried_in', 'carried_out'] as const)
          : (['carried_out', 'carried_in'] as const)
    return [
      debit(to, 'avl', amount(entry.amount), currency, { counter: counters[1], line }),
      credit(from, 'hld', amount(entry.amount), currency, { counter: counters[0], line }),
    ]
  })
  const carried = moves.filter((move) => move.option === 'carry').map((move) => ({ account: move.target }))
  const writes = isUndo ? [giveBackRun(undoOf, areaId)] : [open(carried)]
  return { legs, resolve: reservations, writes }
}

const releaseLines: Plan = (subject) => ({ ...release(subject), writes: [giveBack(subject.id)] })

export const budgetYearEndDocument = bindDocument<BudgetYearEnd, AllYearEndFacts>({
  definition: budgetYearEnd,
  load: {
    facts: yearEndFacts,
    locks: yearEndLocks,
    scopeOf: (facts) => facts.area?.scopeId ?? null,
    organisationOf: (content) => content.header.idcCode,
  },
  validate: {
    check: checkYearEnd,
  },
  derive: {
    lines: (content, facts) => completeLines(content, facts),
    computed({ header, lines }) {
      const toYear = header.kind === 'carryOver' ? header.year + 1 : null
      // A draft contains no balances: they are computed at the submit.
      if (header.kind !== 'close' && !lines.every((line) => line.amount !== null)) return { toYear }
      const { total, carried, lapsed } = totalsOf(lines as readonly CompleteLine[])
      return {
        toYear,
        totalAmount: amountText(total),
        carriedAmount: amountText(carried),
        lapsedAmount: amountText(lapsed),
      }
    },
    variables: ({ header }) => ({ kind: header.kind, currency: header.currency }),
  },
  present: {
    names: budgetNames.of(budgetYearEnd),
    titled: titledBudgets,
    taskFacts: ['kind', 'year', 'projectPoolCode'],
  },
  post: {
    plans: {
      submit: hold,
      approve: settle,
      ...releasePlans(() => releaseLines),
    },
    within: {
      approve: async (tx, context, ended) => {
        if (ended.header['kind'] === 'close')
          await closeYear(tx, context, Number(ended.header['areaId']), Number(ended.header['year']), ended.id)
      },
    },
  },
})
