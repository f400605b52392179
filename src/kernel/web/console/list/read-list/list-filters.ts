import { type ReadList, wordOf } from '#kernel/engine/read-list/read-list.ts'
import type { Options } from '../../client/use-options.ts'
import type { FilterSpec } from '../filters/filter-spec.ts'
import { listText } from './read-list-api.ts'

/** The parts that a page brings to the filters: the options of a choice, or the search on the server. */
export interface FilterParts {
  readonly options?: Readonly<Record<string, Pick<Options, 'options'> & Partial<Options>>>
  readonly searches?: Readonly<Record<string, Extract<FilterSpec, { kind: 'search' }>['search']>>
  /** What the empty field of a code says whose beginning is enough. */
  readonly beginning?: string
}

export function listFilters<Row>(
  list: ReadList<Row>,
  { options, searches, beginning }: FilterParts = {},
): readonly FilterSpec[] {
  const offered = list.filters.filter(({ isOfCalls }) => !isOfCalls)
  return offered.map((filter): FilterSpec => {
    const { name, title, hint } = filter
    const label = hint ? `${listText(title)} (${listText(hint)})` : listText(title)
    switch (filter.kind) {
      case 'text': {
        const { max, isList, byBeginning } = filter
        return {
          kind: 'text',
          name,
          label,
          ...(max ? { rule: { maxLength: max } } : {}),
          ...(isList ? { isList } : {}),
          ...(byBeginning && beginning ? { placeholder: beginning } : {}),
        }
      }
      case 'number':
        return { kind: 'number', name, label, rule: { range: [...filter.range] } }
      case 'choice': {
        const own = filter.values?.map((value) => ({ value, label: wordOf(filter, value, listText) ?? value }))
        const isNumber = filter.isNumber ? { isNumber: true } : {}
        return {
          kind: 'choice',
          name,
          label,
          ...(own ? { options: own } : (options?.[name] ?? { options: [] })),
          ...isNumber,
        }
      }
      case 'day':
        return { kind: 'day', name, label }
      case 'search':
        return { kind: 'search', name, label, search: searches?.[name] ?? (async () => []) }
      case 'dates':
        return { kind: 'dates', name, label, ...(filter.isOfDays ? { isOfDays: true } : {}) }
    }
  })
}
