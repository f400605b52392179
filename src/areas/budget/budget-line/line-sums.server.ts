import type { Area } from '#areas/organisation/organisation.facade.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { budgetLedger } from '../budget.ledger.ts'
import { type AccountAmount, LINE_AMOUNTS, type LineAmount } from './line-amounts.ts'
import { columnNameOf } from '../explain/account-amounts.server.ts'
import type { AsOf } from '../explain/as-of.server.ts'
import { type LineFilters, lineSums } from './budget-line.queries.ts'
import { type CellAmounts, cellAmounts, isOfCells } from '../explain/cell-amounts.server.ts'

export type LineSum = Readonly<Record<LineAmount, string>> & { readonly currency: string; readonly lineCount: number }

/** Amounts of a cell row by wire name. */
export function amountsOf<Name extends AccountAmount>(row: CellAmounts, names: readonly Name[]): Record<Name, string> {
  const current = () => amountText(sumAmounts(budgetLedger.buckets.map((bucket) => amount(row[bucket]))))
  return Object.fromEntries(
    names.map((name) => [name, name === 'current' ? current() : row[columnNameOf(name)]]),
  ) as Record<Name, string>
}

/** Totals of the matching lines, one per currency; current, or at the end of a day. */
export async function sumsOfLines(
  tx: Tx,
  principal: Principal,
  area: Area,
  filters: LineFilters,
  asOf: AsOf | null,
): Promise<readonly LineSum[]> {
  const rows = isOfCells(filters)
    ? await cellAmounts(tx, { principal, area, filters, levels: ['project', 'country'], by: ['currency'], asOf })
    : undefined
  if (!rows) return await tx.rows(lineSums(principal, area, filters, asOf))
  return rows
    .filter(({ lines }) => lines > 0)
    .map((row) => ({
      currency: String(row.currency),
      ...amountsOf(row, LINE_AMOUNTS),
      lineCount: row.lines,
    }))
}
