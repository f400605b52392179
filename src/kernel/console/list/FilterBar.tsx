import { Button, Input } from 'antd'
import { lazy, Suspense, useId } from 'react'
import { type ChoiceOption } from '#kernel/ui/Choice.tsx'
import { Field } from '#kernel/ui/Field.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { useTabState } from '../shell/use-tab-state.ts'
import { TextChoice } from '../form/TextChoice.tsx'
import type { Filters } from './list-state.ts'
import './filter-bar.css'

const DateRange = lazy(() => import('./DateRange.tsx').then((module) => ({ default: module.DateRange })))

export type FilterSpec =
  | { readonly kind: 'text'; readonly name: string; readonly label: string }
  | {
      readonly kind: 'choice'
      readonly name: string
      readonly label: string
      readonly options: readonly ChoiceOption[]
      readonly isLoading?: boolean
      readonly onRetry?: (() => void) | undefined
    }
  /** Two parameters, `<name>From` and `<name>To`, from 00:00:00 to 23:59:59. */
  | { readonly kind: 'dates'; readonly name: string; readonly label: string }

/** Spec section 9: this many before Expand. */
const COLLAPSED = 6

interface FilterBarProps {
  readonly specs: readonly FilterSpec[]
  readonly filters: Filters
  readonly onSearch: (filters: Filters) => void
}

/** The search form of a list. Enter searches; a choice searches by itself, since nothing more is to be typed. */
export function FilterBar({ specs, filters, onSearch }: FilterBarProps) {
  const id = useId()
  const address = JSON.stringify(filters)
  const form = specs.map((spec) => spec.name).join(' ')
  // What was typed but not searched for yet survives the reload of the language switch.
  const [typed, setTyped] = useTabState(`filters ${form}`, { of: address, values: filters })
  const [isExpanded, setExpanded] = useTabState(`expanded ${form}`, false)
  // The address may change under the form (Back, a cleared filter): what was typed for another address is dropped.
  const values = typed.of === address ? typed.values : filters
  const change = (changes: Filters): Filters => {
    const next = { ...values, ...changes }
    setTyped({ of: address, values: next })
    return next
  }
  const shown = isExpanded ? specs : specs.slice(0, COLLAPSED)
  const hiddenActive = specs.slice(COLLAPSED).filter((spec) => isActive(spec, filters)).length
  return (
    <form
      className="filter-bar"
      role="search"
      aria-label={pageText('list.filters')}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(values)
      }}
    >
      {shown.map((spec) => (
        <Field key={spec.name} id={`${id}-${spec.name}`} label={spec.label}>
          {spec.kind === 'text' ? (
            <Input
              allowClear
              value={values[spec.name] ?? ''}
              onChange={(event) => change({ [spec.name]: event.target.value })}
            />
          ) : spec.kind === 'choice' ? (
            <TextChoice
              allowClear
              value={values[spec.name] ?? null}
              options={spec.options}
              isLoading={spec.isLoading ?? false}
              onRetry={spec.onRetry}
              placeholder={pageText('list.all')}
              onChange={(value) => onSearch(change({ [spec.name]: value ?? '' }))}
            />
          ) : (
            <DateFilter name={spec.name} values={values} onChange={(changes) => onSearch(change(changes))} />
          )}
        </Field>
      ))}
      <div className="filter-bar-tools">
        <Button type="default" htmlType="submit" icon={<Icon name="search" />}>
          {pageText('list.search')}
        </Button>
        <Button
          type="text"
          onClick={() => {
            setTyped({ of: address, values: {} })
            onSearch({})
          }}
        >
          {pageText('list.reset')}
        </Button>
        {specs.length > COLLAPSED ? (
          <Button type="text" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
            {isExpanded
              ? pageText('list.collapse')
              : hiddenActive > 0
                ? pageText('list.expandCount', { count: hiddenActive })
                : pageText('list.expand')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

interface DateFilterProps {
  readonly id?: string
  readonly name: string
  readonly values: Filters
  readonly onChange: (changes: Filters) => void
}

function DateFilter({ id, name, values, onChange }: DateFilterProps) {
  return (
    <Suspense fallback={<Input {...(id ? { id } : {})} disabled />}>
      <DateRange
        {...(id ? { id } : {})}
        from={values[`${name}From`]}
        to={values[`${name}To`]}
        onChange={(from, to) => onChange({ [`${name}From`]: from, [`${name}To`]: to })}
      />
    </Suspense>
  )
}

function isActive(spec: FilterSpec, filters: Filters): boolean {
  return spec.kind === 'dates'
    ? Boolean(filters[`${spec.name}From`] ?? filters[`${spec.name}To`])
    : Boolean(filters[spec.name])
}

/** The address parameters that the filters of a list use. */
export function filterNames(specs: readonly FilterSpec[]): string[] {
  return specs.flatMap((spec) => (spec.kind === 'dates' ? [`${spec.name}From`, `${spec.name}To`] : [spec.name]))
}
