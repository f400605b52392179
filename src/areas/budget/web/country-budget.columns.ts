import type { Values } from '#kernel/console/sheet/sheet-columns.ts'
import { viewOf } from '#kernel/document/view.ts'
import { countryBudget } from '../country-budget.doc.ts'

/** A grant says for what; a revoke names the budget, which says it. */
export function lineColumns(header: Values): readonly string[] {
  const { columns } = viewOf(countryBudget).lines
  return header['applyType'] === 'revoke' ? columns : columns.filter((name) => name !== 'budgetCode')
}
