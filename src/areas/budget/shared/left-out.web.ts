import { pageLabel } from '../budget-line/list-texts.web.ts'
import type { BudgetLine } from '../budget-line/budget-line.list.ts'
import { budgetsAsked } from './budget-form.web.ts'
import type { AreaOption } from './budget-options.web.ts'

interface LeftOutQuery {
  readonly query: URLSearchParams
  readonly areas: readonly AreaOption[]
  readonly found: readonly BudgetLine[]
  readonly chosen: readonly BudgetLine[]
  /** The area that the form has instead. */
  readonly instead: string
}

/** That the address names a kind of application that there is not. */
export const kindNotes = (kind: string | null): readonly string[] =>
  kind === null ? [] : [pageLabel('unknownKind', { kind })]

/** What the address names and the form leaves out: an area that the person has not, unknown budgets, budgets of another kind. */
export function notesOf({ query, areas, found, chosen, instead }: LeftOutQuery): readonly string[] {
  const [areaId, idcCode] = [query.get('topAreaId'), query.get('idcCode')]
  const unknown = budgetsAsked(query).filter((code) => found.every(({ budgetCode }) => budgetCode !== code))
  const mixed = found.filter((line) => !chosen.includes(line)).map(({ budgetCode }) => budgetCode)
  const foreign = [
    ...(areaId && areas.every(({ value }) => value !== areaId) ? [areaId] : []),
    ...(idcCode && areas.every((each) => each.idcCode !== idcCode) ? [idcCode] : []),
  ]
  const first = found[0]?.budgetCode ?? ''
  return [
    ...(foreign.length > 0 ? [pageLabel('foreignArea', { area: foreign.join(', '), instead })] : []),
    ...(unknown.length > 0 ? [pageLabel('unknownBudgets', { codes: unknown.join(', ') })] : []),
    ...(mixed.length > 0 ? [pageLabel('mixedBudgets', { codes: mixed.join(', '), first })] : []),
  ]
}
