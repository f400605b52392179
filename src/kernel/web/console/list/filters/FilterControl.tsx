import { Input } from 'antd'
import type { ControlProps } from '#kernel/web/ui/Field.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { DayInput } from '../../days/DayInput.tsx'
import { useCalendar } from '../../days/use-calendar.ts'
import { TextChoice, TextSearchChoice } from '../../form/TextChoice.tsx'
import type { Filters } from '../list-state.ts'
import { problemOf, TEXT_RULE } from './filter-rules.ts'
import type { FilterSpec } from './filter-spec.ts'
import { shownDays } from './shown-days.ts'

const loadDateRange = () => import('./DateRange.tsx').then((module) => module.DateRange)

/** What is wrong with the values of filters, by filter. */
export function problemsIn(specs: readonly FilterSpec[], values: Filters): Record<string, string> {
  const found: Record<string, string> = {}
  for (const spec of specs) {
    const rule = spec.kind === 'text' ? { ...TEXT_RULE, ...spec.rule } : spec.kind === 'number' ? spec.rule : undefined
    const problem = problemOf(rule, values[spec.name])
    if (problem) found[spec.name] = pageText(`list.rules.${problem.key}`, { field: spec.label, ...problem.params })
  }
  return found
}

/** Whether the address contains invalid filters. */
export function hasProblems(specs: readonly FilterSpec[], filters: Filters): boolean {
  return Object.keys(problemsIn(specs, filters)).length > 0
}

export interface FilterControlProps extends ControlProps {
  readonly spec: FilterSpec
  readonly values: Filters
  readonly onChange: (changes: Filters) => Filters
  readonly onSearch: (filters: Filters) => void
}

/** The input of one filter; accessibility attributes of the field (its id, its error) are passed to it. */
export function FilterControl({ spec, values, onChange, onSearch, ...field }: FilterControlProps) {
  const { name } = spec
  const value = values[name] ?? ''
  switch (spec.kind) {
    case 'text':
    case 'number':
      return (
        <Input
          {...field}
          allowClear
          autoComplete="off"
          {...(spec.kind === 'number' || spec.rule?.isDigits ? { inputMode: 'numeric' as const } : {})}
          placeholder={spec.kind === 'text' ? spec.placeholder : undefined}
          value={value}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )
    case 'choice':
      return (
        <TextChoice
          {...field}
          allowClear
          value={value || null}
          options={spec.options}
          isLoading={spec.isLoading ?? false}
          onRetry={spec.onRetry}
          placeholder={pageText('list.all')}
          onChange={(next) => onSearch(onChange({ [name]: next ?? '' }))}
        />
      )
    case 'search':
      return (
        <TextSearchChoice
          {...field}
          allowClear
          value={value || null}
          search={spec.search}
          placeholder={pageText('list.all')}
          onChange={(next) => onSearch(onChange({ [name]: next ?? '' }))}
        />
      )
    case 'day':
      return (
        <DayInput
          {...field}
          value={value}
          placeholder={pageText('list.all')}
          onChange={(day) => onSearch(onChange({ [name]: day }))}
        />
      )
    case 'dates':
      return (
        <DateFilter
          {...(field.id ? { id: field.id } : {})}
          name={name}
          isOfDays={spec.isOfDays === true}
          values={values}
          onChange={(changes) => onSearch(onChange(changes))}
        />
      )
  }
}

interface DateFilterProps {
  readonly id?: string
  readonly name: string
  readonly isOfDays: boolean
  readonly values: Filters
  readonly onChange: (changes: Filters) => void
}

function DateFilter({ id, name, isOfDays, values, onChange }: DateFilterProps) {
  const { Control, start, placeholder } = useCalendar(loadDateRange, false)
  const days = { isOfDays, from: values[`${name}From`], to: values[`${name}To`] }
  const named = id ? { id } : {}
  if (Control) {
    const take = (from: string, to: string): void => onChange({ [`${name}From`]: from, [`${name}To`]: to })
    return <Control {...named} {...days} {...start} onChange={take} />
  }
  const [first, last] = shownDays(days)
  return (
    <Input
      {...named}
      {...placeholder}
      readOnly
      placeholder={`${pageText('list.from')} – ${pageText('list.to')}`}
      suffix={<Icon name="calendar" />}
      value={first === null && last === null ? '' : `${first ?? ''} – ${last ?? ''}`}
    />
  )
}
