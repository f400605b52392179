import { Button } from 'antd'
import { useId, useRef } from 'react'
import { Field } from '#kernel/web/ui/Field.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { useTabState } from '../../shell/tabs/use-tab-state.ts'
import { FilterControl, problemsIn } from './FilterControl.tsx'
import { filterNames, isActive, type FilterSpec } from './filter-spec.ts'
import type { Filters } from '../list-state.ts'
import './filter-bar.css'

/** Spec section 9: filters shown before Expand. */
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
    setExpanded(isExpanded || specs.findIndex(({ name }) => name === wrong) >= COLLAPSED)
    // After the field has been rendered, since it may have been collapsed.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const shown = isExpanded ? specs : specs.slice(0, COLLAPSED)
  const hiddenActive = specs.slice(COLLAPSED).filter((spec) => isActive(spec, filters)).length
  const isTold = (name: string): boolean => (isCurrent && typed.isChecked) || filters[name] === values[name]
  return (
    <form
      ref={form}
      className="filter-bar"
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
        {specs.length > COLLAPSED ? (
          <Button type="text" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
            {expandText(isExpanded, hiddenActive)}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function expandText(isExpanded: boolean, hiddenActive: number): string {
  if (isExpanded) return pageText('list.collapse')
  return hiddenActive > 0 ? pageText('list.expandCount', { count: hiddenActive }) : pageText('list.expand')
}
