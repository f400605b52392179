import type { ChoiceOption } from '#kernel/web/ui/Choice.tsx'
import type { FilterRule } from './filter-rules.ts'
import type { Filters } from '../list-state.ts'

interface Named {
  readonly name: string
  readonly label: string
}

export type FilterSpec = Named &
  /** `isList`: several codes separated by commas or spaces, of which any may match. `placeholder`: what the empty field says. */
  (
    | { readonly kind: 'text'; readonly rule?: FilterRule; readonly isList?: boolean; readonly placeholder?: string }
    /** A whole number, sent as a number. */
    | { readonly kind: 'number'; readonly rule: FilterRule }
    | {
        readonly kind: 'choice'
        readonly options: readonly ChoiceOption[]
        readonly isLoading?: boolean
        readonly onRetry?: (() => void) | undefined
        /** The call takes a number, not a text. */
        readonly isNumber?: boolean
      }
    /** A list too large for the browser: the server searches it. The function must be stable. */
    | {
        readonly kind: 'search'
        readonly search: (keyword: string, signal: AbortSignal) => Promise<readonly ChoiceOption[]>
      }
    /** One past day, `2026-11-20`. */
    | { readonly kind: 'day' }
    /** Two parameters, `<name>From` and `<name>To`: of whole days from 00:00:00 to 23:59:59, the last second included. */
    | {
        readonly kind: 'dates'
        /** For a date field: the parameters are days, of which the second is the first day excluded. */
        readonly isOfDays?: true
      }
  )

export function isActive(spec: FilterSpec, filters: Filters): boolean {
  return namesOf(spec).some((name) => filters[name])
}

function namesOf(spec: FilterSpec): readonly string[] {
  return spec.kind === 'dates' ? [`${spec.name}From`, `${spec.name}To`] : [spec.name]
}

/** The address parameters of a list's filters. */
export function filterNames(specs: readonly FilterSpec[]): string[] {
  return specs.flatMap(namesOf)
}

/** Converts the address's texts for the list call: numbers where it takes numbers. */
export function typedFilters(
  specs: readonly Pick<
    FilterSpec & { isList?: boolean; isNumber?: boolean },
    'name' | 'kind' | 'isList' | 'isNumber'
  >[],
  filters: Filters,
): Readonly<Record<string, unknown>> {
  const numbers = new Set(
    specs.filter((spec) => spec.kind === 'number' || (spec.kind === 'choice' && spec.isNumber)).map(({ name }) => name),
  )
  const lists = new Set(specs.filter((spec) => spec.kind === 'text' && spec.isList).map(({ name }) => name))
  const pairs = Object.entries(filters).map(([name, value]): [string, unknown] => {
    const text = value.trim()
    if (lists.has(name) && /[\s,]/.test(text)) return [name, text.split(/[\s,]+/).filter(Boolean)]
    return [name, numbers.has(name) && /^-?\d+$/.test(text) ? Number(text) : text]
  })
  return Object.fromEntries(pairs)
}
