import { Button, ConfigProvider } from 'antd'
import { useId, useRef, useState } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { pageText } from '../../client/i18n.ts'
import { TextChoice } from '../../form/TextChoice.tsx'
import { FilterControl, problemsIn } from '../filters/FilterControl.tsx'
import { filterNames, type FilterSpec } from '../filters/filter-spec.ts'
import type { Filters } from '../list-state.ts'
import { ordersOf } from './card-orders.ts'
import { cardText } from './card-texts.ts'

export interface FilterSheetProps {
  readonly specs: readonly FilterSpec[]
  readonly filters: Filters
  /** Columns by which the rows can be ordered. */
  readonly columns: readonly Pick<Column<never>, 'title' | 'sort'>[]
  readonly sort: string | undefined
  /** Called once with everything that was chosen. */
  readonly onApply: (filters: Filters, sort: string | undefined) => void
  readonly onReset: () => void
  readonly onClose: () => void
}

/** Search, filters and order of a list on a phone. Nothing is searched before it is asked for: the rows are behind the sheet. */
export function FilterSheet({ specs, filters, columns, sort, onApply, onReset, onClose }: FilterSheetProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(filters)
  const [order, setOrder] = useState(sort)
  const [isChecked, setChecked] = useState(false)
  const problems = problemsIn(specs, values)
  const change = (changes: Filters): Filters => {
    const next = { ...values, ...changes }
    setValues(next)
    return next
  }
  const apply = (): void => {
    if (Object.keys(problems).length > 0) {
      setChecked(true)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    onApply(Object.fromEntries(filterNames(specs).map((name) => [name, values[name]?.trim() ?? ''])), order)
  }
  const orders = ordersOf(columns)
  return (
    <Dialog
      shape="sheet"
      title={cardText('filters')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onReset}>
            {pageText('list.reset')}
          </Button>
          <Button size="large" type="primary" onClick={apply}>
            {cardText('show')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className="filter-sheet"
        role="search"
        aria-label={pageText('list.filters')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <ConfigProvider componentSize="large">
          {specs.map((spec) => (
            <Field
              key={spec.name}
              id={`${id}-${spec.name}`}
              label={spec.label}
              error={isChecked || filters[spec.name] === values[spec.name] ? problems[spec.name] : undefined}
            >
              <FilterControl spec={spec} values={values} onChange={change} onSearch={setValues} />
            </Field>
          ))}
          {orders.length > 0 ? (
            <Field id={`${id}-order`} label={cardText('order')}>
              <TextChoice
                allowClear
                value={order ?? null}
                options={orders}
                placeholder={cardText('ordered')}
                onChange={(next) => setOrder(next ?? undefined)}
              />
            </Field>
          ) : null}
        </ConfigProvider>
        {/* The Enter key of a text field searches. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
