import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { countryBudget } from './country-budget.doc.ts'

/** A grant says for what; a revoke names the budget, which says it. A project budget is of no country. */
export function lineColumns(header: Values): readonly string[] {
  const hidden = new Set([
    ...(header['applyType'] === 'revoke' ? [] : ['budgetCode']),
    ...(header['level'] === 'project' ? ['countryCode'] : []),
  ])
  return viewOf(countryBudget).lines.columns.filter((name) => !hidden.has(name))
}

/** What funds it is asked of a grant to countries: a project's budget is its pool's, new money is headquarters'. */
export function formFields(header: Values): readonly string[] {
  const { form } = viewOf(countryBudget)
  return header['applyType'] === 'grant' && header['level'] !== 'project'
    ? form
    : form.filter((name) => name !== 'fundedBy')
}
