import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import type { CheckResult } from '#kernel/web/console/client/document-api.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import type { FormSpec, FormStart, FormStartFailed } from '#kernel/web/console/form/form-spec.ts'
import { type FormOptions, type OptionList, thisMonth } from '#kernel/web/console/form/options.ts'
import { useOptionsOf } from '#kernel/web/console/form/reference-options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { projectReference } from '../references.facade.ts'
import type { BudgetLine } from '../budget-line/budget-line.list.ts'
import { budgetApi, regionBase } from './budget-api.web.ts'
import { type AreaOption, useAreas, withoutCountry } from './budget-options.web.ts'

// The shared parts of the forms of budget documents.

/** The soft check's answer, with currently available amounts. */
export interface AvailableChecked extends CheckResult {
  readonly lines: readonly { readonly row: number; readonly available: string | null }[]
}

/** The soft check of an area, by its path after the area's. */
export function checkOfArea<C extends CheckResult>(path: string): FormSpec<C>['check'] {
  return (input, options) => post<C>(`${regionBase(String(input['idcCode']))}${path}`, input, options)
}

/** The available amount of a row. */
export const availableOf = ({ lines }: AvailableChecked, _column: string, row: number): string | null =>
  lines.find((line) => line.row === row)?.available ?? null

type Start = FormStart | FormStartFailed | null

/** The area that an address names, or the first. */
const areaAsked = ({ options }: OptionList<AreaOption>, query: URLSearchParams): AreaOption | undefined =>
  options.find((option) => option.value === query.get('topAreaId')) ??
  options.find((option) => option.idcCode === query.get('idcCode')) ??
  options[0]

/** A kind of application that an address names and the form does not have; null where it names none, or one that there is. */
const unknownKind = (query: URLSearchParams, kinds: readonly string[]): string | null => {
  const asked = query.get('applyType')
  return asked === null || asked === '' || kinds.includes(asked) ? null : asked
}

/** Initial values of a new document in the address's area; null while areas load. `kinds` are those that the address may name. */
export function useAreaStart(
  query: URLSearchParams,
  kinds: readonly string[],
  start: (place: Values) => FormStart,
): Start {
  const areas = useAreas()
  if (areas.onRetry) return { onRetry: areas.onRetry }
  const area = areaAsked(areas, query)
  if (!area) return null
  const begun = start({ areaId: area.value, ...area.sets })
  const kind = unknownKind(query, kinds)
  if (kind === null) return begun
  return { ...begun, notes: async () => (await import('./left-out.web.ts')).kindNotes(kind) }
}

/** Codes of budgets that were selected in their list. */
export const budgetsAsked = (query: URLSearchParams): string[] =>
  (query.get('countryBudgetCodes') ?? '').split(',').filter(Boolean)

/** The same with the budgets that were selected in their list, which share all header values (B7). */
export function useBudgetsStart(
  query: URLSearchParams,
  kinds: readonly string[],
  start: (header: Values, chosen: readonly BudgetLine[]) => FormStart,
): Start {
  const areas = useAreas()
  const codes = budgetsAsked(query)
  const area = areaAsked(areas, query)
  const idcCode = area?.idcCode ?? ''
  const budgets = useQuery({
    queryKey: queryKeys.list('budgetLine', ['chosen', codes.join(',')]),
    queryFn: () => budgetApi.lines(idcCode, { page: 1, limit: 200, budgetCode: codes }),
    enabled: codes.length > 0 && idcCode !== '',
    staleTime: Infinity,
  })
  if (areas.onRetry) return { onRetry: areas.onRetry }
  if (!area || (codes.length > 0 && budgets.isPending)) return null
  const found = budgets.data?.records ?? []
  // B7: only budgets that share all of it come together in one document.
  const chosen = found.filter((line) => isLikeFirst(line, found[0]))
  const [first] = chosen
  const header = {
    areaId: area.value,
    ...area.sets,
    year: String(first?.year ?? thisMonth().year),
    month: String(first?.month ?? thisMonth().month),
    productClass: first?.productClass ?? 'phone',
    budgetDeptCode: first?.budgetDeptCode ?? '',
    projectPoolCode: first?.projectPoolCode ?? '',
    ...(first ? { currency: first.currency } : {}),
    reason: '',
  }
  const kind = unknownKind(query, kinds)
  if (kind === null && !NAMING.some((name) => query.get(name))) return start(header, chosen)
  const notes = async () => {
    const { kindNotes, notesOf } = await import('./left-out.web.ts')
    return [...kindNotes(kind), ...notesOf({ query, areas: areas.options, found, chosen, instead: area.label })]
  }
  return { ...start(header, chosen), notes }
}

/** What an address may name and the form leave out. */
const NAMING = ['topAreaId', 'idcCode', 'countryBudgetCodes'] as const

const SHARED = ['projectPoolCode', 'budgetDeptCode', 'year', 'month', 'productClass', 'currency'] as const

const isLikeFirst = (line: BudgetLine, first: BudgetLine | undefined): boolean =>
  first !== undefined && SHARED.every((key) => line[key] === first[key])

/** The projects of lines of project budgets, which belong to no country: choosing one sets none. */
export function useProjectLines(idcCode: string, { projectPoolCode = '', level }: Values): FormOptions['lines'] {
  const isOfProjects = level === 'project'
  const projects = useOptionsOf(projectReference, { idcCode: isOfProjects ? idcCode : '', projectPoolCode })
  return useMemo((): FormOptions['lines'] => {
    return isOfProjects ? { projectCode: withoutCountry(projects) } : {}
  }, [isOfProjects, projects])
}
