import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { countryBudget } from './country-budget.doc.ts'

/** A grant shows its purpose; a revoke names the budget, which has it. A project budget has no country. */
export function lineColumns(header: Values): readonly string[] {
  const hidden = new Set([
    ...(header['applyType'] === 'revoke' ? [] : ['budgetCode']),
    ...(header['level'] === 'project' ? ['countryCode'] : []),
  ])
  return viewOf(countryBudget).lines.columns.filter((name) => !hidden.has(name))
}

/** Only grants to countries ask for the funding source: a project's budget is funded by its pool, new money by headquarters. */
export function formFields(header: Values): readonly string[] {
  const { form } = viewOf(countryBudget)
  return header['applyType'] === 'grant' && header['level'] !== 'project'
    ? form
    : form.filter((name) => name !== 'fundedBy')
}
