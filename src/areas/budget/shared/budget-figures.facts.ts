import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { asPending, pendingOnAccounts } from '#kernel/engine/document/pending-documents.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'

type Line = Readonly<Record<string, unknown>>

/** Other documents in approval on the same budgets. */
const pendingOnBudgets = pendingOnAccounts(
  'budget.pending-on-lines',
  'budget',
  'select id from budget_line where code = any ($2::text[])',
)

const availableOf = prepared<{ code: string; currency: string; avl: string }>(
  'budget.lines-available',
  `select b.code, b.currency, a.avl from budget_line b join budget_account a on a.id = b.id where b.code = any ($1::text[])`,
)

/** The budget of each line before and after its amount; the amount is the line's field of this name. A line without a budget has none. */
export function budgetFigures(column: string, payer = 'budgetCode', isPaid: (line: Line) => boolean = () => true) {
  return async (tx: Tx, { language }: RequestContext, { row, lines }: LoadedDocument) => {
    const paid = lines.flatMap((line, index) => {
      const code = line[payer]
      return typeof code === 'string' && code !== '' && isPaid(line)
        ? [{ lineNo: index + 1, code, asked: moneyIn(line[column]) }]
        : []
    })
    const codes = [...new Set(paid.map(({ code }) => code))]
    const [available, pending] = await Promise.all([
      tx.rows(availableOf(codes)),
      tx.rows(pendingOnBudgets(row.id, codes)),
    ])
    const now = new Map(available.map(({ code, avl }) => [code, amount(avl)]))
    const all = new Map<string, Amount>()
    for (const { code, asked } of paid) all.set(code, (all.get(code) ?? zero).plus(asked))
    const isRunning = row.state === 'underApproval'
    const stand = (code: string) => {
      const after = now.get(code) ?? zero
      // Amounts occupied for this document are no longer available.
      const before = isRunning ? after.plus(all.get(code) ?? zero) : after
      return { available: amountText(before), after: amountText(after) }
    }
    return {
      lines: paid.map(({ lineNo, code }) => ({ lineNo, ...stand(code) })),
      /** Each budget once, in its own currency. */
      budgets: available.map(({ code, currency }) => ({ code, currency, ...stand(code) })),
      pending: pending.map((each) => asPending(each, language)),
    }
  }
}

/** A draft's line may lack an amount, and a line of terms has none. */
export function moneyIn(value: unknown): Amount {
  return typeof value === 'string' ? amount(value) : zero
}
