import { Button, Input } from 'antd'
import { useId, useRef } from 'react'
import { Field, type ControlProps } from '#kernel/web/ui/Field.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { useTabState } from '../../shell/tabs/use-tab-state.ts'
import { useCalendar } from '../../days/use-calendar.ts'
import { TextChoice, TextSearchChoice } from '../../form/TextChoice.tsx'
import { problemOf, TEXT_RULE } from './filter-rules.ts'
import { filterNames, isActive, type FilterSpec } from './filter-spec.ts'
import type { Filters } from '../list-state.ts'
import { shownDays } from './shown-days.ts'
import { useNarrow } from './use-narrow.ts'
import './filter-bar.css'

const loadDateRange = () => import('./DateRange.tsx').then((module) => module.DateRange)

/** Spec section 9: filters shown before Expand. On a phone all are collapsed. */
const COLLAPSED = 6

interface FilterBarProps {
  readonly specs: readonly FilterSpec[]
  readonly filters: Filters
  readonly onSearch: (filters: Filters) => void
  readonly onReset: () => void
}

/** The search form of a list. Enter searches, if every field is valid; a choice searches at once, since nothing more is typed. */
export function FilterBar({ specs, filters, onSearch, onReset }: FilterBarProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const address = JSON.stringify(filters)
  const fields = specs.map((spec) => spec.name).join(' ')
  // Typed but unsearched text survives the reload of the language switch.
  const [typed, setTyped] = useTabState(`filters ${fields}`, { of: address, values: filters, isChecked: false })
  const [isExpanded, setExpanded] = useTabState(`expanded ${fields}`, false)
  const limit = useNarrow(640) ? 0 : COLLAPSED
  // The address may change under the form (Back, a view): text typed for another address is dropped.
  const isCurrent = typed.of === address
  const values = isCurrent ? typed.values : filters
  const problems = problemsIn(specs, values)
  const change = (changes: Filters): Filters => {
    const next = { ...values, ...changes }
    setTyped({ of: address, values: next, isChecked: isCurrent && typed.isChecked })
    return next
  }
  const search = (next: Filters): void => {
    const [wrong] = Object.keys(problemsIn(specs, next))
    if (wrong === undefined)
      return onSearch(Object.fromEntries(filterNames(specs).map((name) => [name, next[name]?.trim() ?? ''])))
    setTyped({ of: address, values: next, isChecked: true })
    setExpanded(isExpanded || specs.findIndex(({ name }) => name === wrong) >= limit)
    // After the field has been rendered, since it may have been collapsed.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const shown = isExpanded ? specs : specs.slice(0, limit)
  const hiddenActive = specs.slice(limit).filter((spec) => isActive(spec, filters)).length
  const isTold = (name: string): boolean => (isCurrent && typed.isChecked) || filters[name] === values[name]
  return (
    <form
      ref={form}
      className={shown.length > 0 ? 'filter-bar' : 'filter-bar filter-bar-folded'}
      role="search"
      aria-label={pageText('list.filters')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        search(values)
      }}
    >
      {shown.map((spec) => (
        <Field
          key={spec.name}
          id={`${id}-${spec.name}`}
          label={spec.label}
          wide={spec.kind === 'dates'}
          error={isTold(spec.name) ? problems[spec.name] : undefined}
        >
          <FilterControl spec={spec} values={values} onChange={change} onSearch={search} />
        </Field>
      ))}
      <div className="filter-bar-tools">
        {shown.length > 0 ? (
          <>
            <Button type="default" htmlType="submit" icon={<Icon name="search" />}>
              {pageText('list.search')}
            </Button>
            <Button
              type="text"
              onClick={() => {
                setTyped({ of: address, values: filters, isChecked: false })
                onReset()
              }}
            >
              {pageText('list.reset')}
            </Button>
          </>
        ) : null}
        {specs.length > limit ? (
          <Button
            type={limit === 0 ? 'default' : 'text'}
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            {expandText(isExpanded, hiddenActive, limit === 0)}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function expandText(isExpanded: boolean, hiddenActive: number, isFolded: boolean): string {
  if (isExpanded) return pageText('list.collapse')
  if (isFolded)
    return hiddenActive > 0 ? pageText('list.filtersCount', { count: hiddenActive }) : pageText('list.filters')
  return hiddenActive > 0 ? pageText('list.expandCount', { count: hiddenActive }) : pageText('list.expand')
}

function problemsIn(specs: readonly FilterSpec[], values: Filters): Record<string, string> {
  const found: Record<string, string> = {}
  for (const spec of specs) {
    const rule = spec.kind === 'text' ? { ...TEXT_RULE, ...spec.rule } : spec.kind === 'number' ? spec.rule : undefined
    const problem = problemOf(rule, values[spec.name])
    if (problem) found[spec.name] = pageText(`list.rules.${problem.key}`, problem.params)
  }
  return found
}

/** Whether the address contains invalid filters. */
export function hasProblems(specs: readonly FilterSpec[], filters: Filters): boolean {
  return Object.keys(problemsIn(specs, filters)).length > 0
}

interface FilterControlProps extends ControlProps {
  readonly spec: FilterSpec
  readonly values: Filters
  readonly onChange: (changes: Filters) => Filters
  readonly onSearch: (filters: Filters) => void
}

/** The input of one filter; accessibility attributes of the field (its id, its error) are passed to it. */
function FilterControl({ spec, values, onChange, onSearch, ...field }: FilterControlProps) {
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
        <Input
          {...field}
          type="date"
          value={value}
          onChange={(event) => onSearch(onChange({ [name]: event.target.value }))}
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
