import { isActive, type FilterSpec } from '../filters/filter-spec.ts'
import { shownDays } from '../filters/shown-days.ts'
import type { Filters } from '../list-state.ts'

/** A filter that is set: what it is called, what it is set to, and the filters without it. */
export interface FilterChip {
  readonly name: string
  readonly label: string
  readonly text: string
  readonly without: Filters
}

export interface DayTexts {
  readonly since: (day: string) => string
  readonly until: (day: string) => string
}

export function filterChips(specs: readonly FilterSpec[], filters: Filters, texts: DayTexts): readonly FilterChip[] {
  return specs
    .filter((spec) => isActive(spec, filters))
    .map((spec) => {
      const { name, label } = spec
      const own = new Set(spec.kind === 'dates' ? [`${name}From`, `${name}To`] : [name])
      const without = Object.fromEntries(Object.entries(filters).filter(([key]) => !own.has(key)))
      return { name, label, text: textOf(spec, filters, texts), without }
    })
}

function textOf(spec: FilterSpec, filters: Filters, { since, until }: DayTexts): string {
  const { name } = spec
  if (spec.kind === 'dates') {
    const days = { from: filters[`${name}From`], to: filters[`${name}To`], isOfDays: spec.isOfDays === true }
    const [from, to] = shownDays(days).map((at) => at?.slice(0, 10) ?? null)
    if (from && to) return from === to ? from : `${from} – ${to}`
    return from ? since(from) : to ? until(to) : ''
  }
  const value = filters[name] ?? ''
  return spec.kind === 'choice' ? (spec.options.find((option) => option.value === value)?.label ?? value) : value
}
