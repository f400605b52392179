import { viewOf } from '#kernel/engine/definition/view.ts'
import { countryBudget } from './country-budget.doc.ts'

/** A grant shows its purpose; a revoke names the budget, which has it. A project budget has no country. */
export function lineColumns(header: Readonly<Record<string, string>>): readonly string[] {
  const hidden = new Set([
    ...(header['applyType'] === 'revoke' ? [] : ['budgetCode']),
    ...(header['level'] === 'project' ? ['countryCode'] : []),
  ])
  return viewOf(countryBudget).lines.columns.filter((name) => !hidden.has(name))
}
