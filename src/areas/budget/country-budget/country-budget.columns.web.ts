import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { countryBudget } from './country-budget.doc.ts'

/** Only grants to countries ask for the funding source: a project's budget is funded by its pool, new money by headquarters. */
export function formFields(header: Values): readonly string[] {
  const { form } = viewOf(countryBudget)
  return header['applyType'] === 'grant' && header['level'] !== 'project'
    ? form
    : form.filter((name) => name !== 'fundedBy')
}
