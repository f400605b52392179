import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { bindDocument, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import type { Reservation } from '#kernel/engine/ledger/posting.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { budgetLedger } from '../budget.ledger.ts'
import { type BudgetTransfer, budgetTransfer } from './budget-transfer.doc.ts'
import { budgetsByRow, type BudgetTransferFacts, checkBudgetTransfer, receiving } from './budget-transfer.rules.ts'
import { toFinance } from '../shared/finance-messages.server.ts'
import { makePool } from '../budget-line/budget-made.server.ts'
import { budgetTransferFacts, budgetTransferLocks } from './budget-transfer.facts.ts'
import { credit, debit, draftTotal, makeMissing, open, release } from '../country-budget/line-plans.server.ts'
import { budgetNames, titledBudgets } from '../shared/budget-names.server.ts'

type Plan = (subject: Subject<BudgetTransfer>, facts: BudgetTransferFacts) => Postings

/** Dr from.HLD / Cr from.AVL, one reservation per line. The receiving budget is planned, and activated when money comes to it. */
const hold: Plan = ({ header, content }, facts) => {
  if (!content) throw new Error('a submit without content')
  const { currency } = header
  const known = budgetsByRow(content, facts)
  const reserve = content.lines.map((line, row): Reservation => {
    const from = known[row]?.from
    if (!from) throw new Error(`line ${row} has no budget to hold from`)
    return {
      line: row + 1,
      ledger: budgetLedger.name,
      account: from.account,
      bucket: 'hld',
      amount: amount(line.amount),
      currency,
    }
  })
  const legs = reserve.flatMap((entry) => [
    debit(entry.account, 'hld', entry.amount, currency, { line: entry.line }),
    credit(entry.account, 'avl', entry.amount, currency, { line: entry.line }),
  ])
  const to = known.map((line) => line.to)
  return { legs, reserve, writes: makeMissing(facts.receiver.scopeId, receiving(header), content.lines, to) }
}

/** Dr to.AVL (transferred in +) / Cr from.HLD (transferred out +): both legs of a line in one journal. */
const settle: Plan = ({ header, reservations }, facts) => {
  const { currency } = header
  const legs = reservations.flatMap((entry) => {
    const to = facts.to[entry.document_line - 1]
    if (!to) throw new Error(`line ${entry.document_line} of the transfer has no budget to go to`)
    const of = { line: entry.document_line }
    return [
      debit(to.account, 'avl', amount(entry.amount), currency, { counter: 'transferred_in', ...of }),
      credit(entry.account_id, 'hld', amount(entry.amount), currency, { counter: 'transferred_out', ...of }),
    ]
  })
  const { toAreaId, projectPoolCode, year } = header
  // A pool without money in the receiving area is created, because a later revoke returns to it.
  const writes = [open(facts.to), makePool(toAreaId, projectPoolCode, year, currency)]
  return { legs, resolve: reservations, writes }
}

export const budgetTransferDocument = bindDocument<BudgetTransfer, BudgetTransferFacts>({
  definition: budgetTransfer,
  load: {
    facts: budgetTransferFacts,
    locks: budgetTransferLocks,
    scopeOf: (facts) => facts.giver.scopeId,
    organisationOf: (content) => content.header.idcCode,
    organisations: ({ header }) => ({ giver: header.idcCode, receiver: header.toIdcCode }),
  },
  validate: {
    check: checkBudgetTransfer,
  },
  derive: {
    computed: (content) => ({ totalAmount: draftTotal(content.lines) }),
    computedLines: (content, facts) =>
      budgetsByRow(content, facts).map(({ from, to }) => ({
        availableAmount: from ? amountText(from.available) : null,
        budgetCode: to?.budgetCode ?? null,
      })),
    variables: ({ header }) => ({
      crossRegion: header.idcCode !== header.toIdcCode,
      productClass: header.productClass,
      currency: header.currency,
    }),
  },
  present: {
    names: budgetNames.of(budgetTransfer),
    titled: titledBudgets,
    taskFacts: ['budgetDeptCode', 'productClass'],
  },
  post: {
    plans: { submit: hold, approve: settle, ...releasePlans(() => release) },
    ...toFinance(
      [
        'level',
        'approvedAt',
        'idcCode',
        'areaId',
        'toIdcCode',
        'toAreaId',
        'year',
        'month',
        'budgetDeptCode',
        'projectPoolCode',
        'productClass',
        'currency',
        'totalAmount',
      ],
      [
        'fromBudgetCode',
        'budgetCode',
        'countryCode',
        'projectCode',
        'fscId',
        'subBusiCode',
        'productLineCode',
        'amount',
      ],
    ),
  },
})
