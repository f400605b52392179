import { prepared, type Statement } from '#kernel/db/statement.ts'
import { bindDocument, type Effects, type Subject } from '#kernel/document/server-document.ts'
import type { Reservation } from '#kernel/ledger/posting.ts'
import { amount, amountText } from '#kernel/money/money.ts'
import { budgetLedger } from '../budget.ledger.ts'
import { type BudgetYearEnd, budgetYearEnd } from '../budget-year-end.doc.ts'
import {
  checkYearEnd,
  type CompleteLine,
  completeLines,
  totalsOf,
  type YearEndFacts,
} from '../budget-year-end.rules.ts'
import { namesFor, titledCountryBudgets } from './country-budget.names.ts'
import { credit, debit, open, release } from './line-plans.ts'
import { closeYear } from './periods.ts'
import { type AllYearEndFacts, yearEndFacts, yearEndHolds } from './year-end.facts.ts'

type Plan = (subject: Subject<BudgetYearEnd>, facts: AllYearEndFacts) => Effects

/**
 * The budgets of the next year that these are carried to: the same key in its first month, with what is said of the old one.
 * What funds a budget is there before it: the statement is sent for the parents first.
 */
const planNextYear = prepared(
  'budget.plan-next-year',
  `with old as (
     select distinct on (l.area_id, l.project_pool_code, l.budget_dept_code, l.country_code, l.project_code, l.fsc_id, l.sub_busi_code,
         l.product_line_code, l.product_class, l.currency) l.*, a.mode, a.tolerance
     from budget_line l join budget_account a on a.id = l.id
     where l.area_id = $2 and case when $3 then l.id in (select c.parent_id from budget_line c where c.code = any ($1::text[])) else l.code = any ($1::text[]) end
     order by l.area_id, l.project_pool_code, l.budget_dept_code, l.country_code, l.project_code, l.fsc_id, l.sub_busi_code,
       l.product_line_code, l.product_class, l.currency, l.month desc
   ), made as (
     insert into budget_line (scope_id, area_id, year, month, project_pool_code, budget_dept_code, product_class, currency, country_code,
       project_code, fsc_id, sub_busi_code, product_line_code, level, owner_id, parent_id)
     select o.scope_id, o.area_id, o.year + 1, 1, o.project_pool_code, o.budget_dept_code, o.product_class, o.currency, o.country_code,
       o.project_code, o.fsc_id, o.sub_busi_code, o.product_line_code, o.level, o.owner_id,
       (select n.id from budget_line q join budget_line n on n.area_id = q.area_id and n.year = q.year + 1 and n.month = 1
          and n.project_pool_code = q.project_pool_code and n.budget_dept_code = q.budget_dept_code and n.country_code = q.country_code
          and n.project_code = q.project_code and n.fsc_id = q.fsc_id and n.sub_busi_code = q.sub_busi_code
          and n.product_line_code = q.product_line_code and n.product_class = q.product_class and n.currency = q.currency
        where q.id = o.parent_id)
     from old o on conflict on constraint budget_line__key do nothing
     returning *
   )
   insert into budget_account (id, currency, mode, tolerance)
   select m.id, m.currency, o.mode, o.tolerance from made m join old o using (area_id, project_pool_code, budget_dept_code, country_code,
     project_code, fsc_id, sub_busi_code, product_line_code, product_class, currency)`,
)

const planNextPool = prepared(
  'budget.plan-next-pool',
  `with old as (
     select p.*, a.mode, a.tolerance from budget_pool p join budget_account a on a.id = p.id
     where p.id = any ($1::bigint[]) and not exists (select from budget_pool n where n.area_id = p.area_id
       and n.project_pool_code = p.project_pool_code and n.year = p.year + 1 and n.currency = p.currency)
   ), numbered as (select nextval('budget_account_id') as new_id, old.* from old),
   account as (insert into budget_account (id, currency, mode, tolerance) select new_id, currency, mode, tolerance from numbered returning id)
   insert into budget_pool (id, scope_id, area_id, project_pool_code, year, currency, owner_id)
   select n.new_id, n.scope_id, n.area_id, n.project_pool_code, n.year + 1, n.currency, n.owner_id
   from numbered n join account on account.id = n.new_id on conflict on constraint budget_pool__key do nothing`,
)

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

/** Dr old.HLD / Cr old.AVL, a reservation a line; an undo holds what it takes back where it went to. */
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
    // A closing takes what came back since its budgets were taken to their end; it may take them again.
    ...(kind === 'close' ? [] : [claim(id, accounts)]),
    ...(codes.length > 0 ? [planNextYear(codes, areaId, true), planNextYear(codes, areaId, false)] : []),
    ...(pools.length > 0 ? [planNextPool(pools)] : []),
    ...(carried.length < lines.length ? [lapsedAccount(year, currency)] : []),
  ]
}

/**
 * Carried over: Dr new.AVL (carried in +) / Cr old.HLD (carried out +). Lapsed: Dr LPS.AVL (lapsed −) / Cr old.HLD (lapsed +).
 * An undo posts the same the other way round, out of what it holds.
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

const letGo: Plan = (subject) => ({ ...release(subject), writes: [giveBack(subject.id)] })

export const budgetYearEndDocument = bindDocument<BudgetYearEnd, AllYearEndFacts>({
  definition: budgetYearEnd,
  facts: yearEndFacts,
  holds: yearEndHolds,
  scopeOf: (facts) => facts.area?.scopeId ?? null,
  organisationOf: (content) => content.header.idcCode,
  check: checkYearEnd,
  lines: (content, facts) => completeLines(content, facts),
  computed({ header, lines }) {
    const toYear = header.kind === 'carryOver' ? header.year + 1 : null
    // A draft does not say how much is left: that is known when it is submitted.
    if (header.kind !== 'close' && !lines.every((line) => line.amount !== null)) return { toYear }
    const { total, carried, lapsed } = totalsOf(lines as readonly CompleteLine[])
    return {
      toYear,
      totalAmount: amountText(total),
      carriedAmount: amountText(carried),
      lapsedAmount: amountText(lapsed),
    }
  },
  names: namesFor,
  titled: titledCountryBudgets,
  variables: ({ header }) => ({ kind: header.kind, currency: header.currency }),
  taskFacts: ['kind', 'year', 'projectPoolCode'],
  within: {
    approve: async (tx, context, ended) => {
      if (ended.header['kind'] === 'close')
        await closeYear(tx, context, Number(ended.header['areaId']), Number(ended.header['year']), ended.id)
    },
  },
  plans: { submit: hold, approve: settle, reject: letGo, return: letGo, terminate: letGo, withdraw: letGo },
})
