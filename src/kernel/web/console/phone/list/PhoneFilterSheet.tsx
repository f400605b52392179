import Button from 'antd-mobile/es/components/button'
import { useId, useState } from 'react'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import type { FilterSpec } from '../../list/filters/filter-spec.ts'
import { shownDays, writtenSecond } from '../../list/filters/shown-days.ts'
import type { Filters } from '../../list/list-state.ts'
import { DayButton, OptionButton } from '../form/SheetButtons.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import '../document/field-rows.css'
import './phone-filter-sheet.css'
import '../form/sheet-button.css'

/** From more options on they are searched. */
const MOST_SHORT = 12

interface PhoneFilterSheetProps {
  readonly specs: readonly FilterSpec[]
  /** The order is kept among the filters by this name; without a text for none, the first option is that of no value. */
  readonly order: {
    readonly name: string
    readonly label: string
    readonly options: readonly { readonly value: string; readonly label: string }[]
    readonly none?: string
  }
  readonly filters: Filters
  /** Text of the button that applies them. */
  readonly apply: string
  readonly onApply: (filters: Filters) => void
  readonly onReset: () => void
  readonly onClose: () => void
}

/** The desktop's filters of a list, stacked, and its order; they apply together. */
export function PhoneFilterSheet({ specs, order, filters, apply, onApply, onReset, onClose }: PhoneFilterSheetProps) {
  const [typed, setTyped] = useState(filters)
  const put = (name: string, value: string): void => setTyped((all) => ({ ...all, [name]: value }))
  const first = order.none === undefined ? (order.options[0]?.value ?? '') : ''
  const done = (): void => {
    onApply(Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== '')))
    onClose()
  }
  return (
    <Sheet
      title={pageText('list.filters')}
      onClose={onClose}
      isTall
      footer={
        <>
          <Button
            block
            onClick={() => {
              onReset()
              onClose()
            }}
          >
            {pageText('list.reset')}
          </Button>
          <Button block color="primary" onClick={done}>
            {apply}
          </Button>
        </>
      }
    >
      <form
        className="phone-filters"
        onSubmit={(event) => {
          event.preventDefault()
          done()
        }}
      >
        {order.options.length > 0 ? (
          <Choice
            label={order.label}
            value={typed[order.name] || first}
            options={order.options}
            none={order.none ?? null}
            onChange={(value) => put(order.name, value === first ? '' : value)}
          />
        ) : null}
        {specs.map((spec) => (
          <Filter key={spec.name} spec={spec} values={typed} onChange={put} />
        ))}
      </form>
    </Sheet>
  )
}

interface FilterProps {
  readonly spec: FilterSpec
  readonly values: Filters
  readonly onChange: (name: string, value: string) => void
}

function Filter({ spec, values, onChange }: FilterProps) {
  const id = useId()
  const { name, label } = spec
  switch (spec.kind) {
    case 'choice':
      return (
        <Choice
          label={label}
          value={values[name] ?? ''}
          options={spec.options.map((option) => ({ value: String(option.value), label: option.label }))}
          onChange={(value) => onChange(name, value)}
        />
      )
    case 'dates':
      return (
        <div className="phone-field phone-filter-days" role="group" aria-labelledby={id}>
          <span id={id}>{label}</span>
          {(['From', 'To'] as const).map((end) => (
            <DayField
              key={end}
              id={`${id}${end}`}
              label={end === 'From' ? pageText('list.from') : pageText('list.to')}
              title={`${label} ${end === 'From' ? pageText('list.from') : pageText('list.to')}`}
              value={dayOf(values[`${name}${end}`], end, spec.isOfDays)}
              onChange={(day) => onChange(`${name}${end}`, spec.isOfDays ? dayOfEnd(day, end) : instantOf(day, end))}
            />
          ))}
        </div>
      )
    case 'day':
      return (
        <DayField
          id={id}
          label={label}
          title={label}
          value={values[name] ?? ''}
          onChange={(day) => onChange(name, day)}
        />
      )
    case 'text':
    case 'number':
    case 'search':
      return (
        <div className="phone-field">
          <label htmlFor={id}>{label}</label>
          <input
            id={id}
            autoComplete="off"
            enterKeyHint="search"
            value={values[name] ?? ''}
            placeholder={spec.kind === 'text' ? spec.placeholder : undefined}
            inputMode={spec.kind === 'text' && spec.rule?.isDigits ? 'numeric' : 'text'}
            onChange={(event) => onChange(name, event.target.value)}
          />
        </div>
      )
  }
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Shown where no option is chosen; null: one always is. */
  readonly none?: string | null
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, none = pageText('list.all'), onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="phone-field">
      <span id={`${id}label`}>{label}</span>
      <OptionButton
        className="sheet-button"
        id={id}
        labelId={`${id}label`}
        title={label}
        options={options}
        isLoading={false}
        isShort={options.length <= MOST_SHORT}
        value={value}
        canClear={none !== null}
        onPick={(option) => onChange(option?.value ?? '')}
      >
        <span>{options.find((option) => option.value === value)?.label ?? none}</span>
        <Icon name="down" size={16} />
      </OptionButton>
    </div>
  )
}

interface DayFieldProps {
  readonly id: string
  readonly label: string
  readonly title: string
  readonly value: string
  readonly onChange: (day: string) => void
}

function DayField({ id, label, title, value, onChange }: DayFieldProps) {
  return (
    <div className="phone-field">
      <span id={`${id}label`}>{label}</span>
      <DayButton className="sheet-button" {...{ id, title, value, onChange }} labelId={`${id}label`} canClear>
        <span>{value || pageText('list.all')}</span>
        <Icon name="calendar" size={16} />
      </DayButton>
    </div>
  )
}

/** Whole days of the organisation, to their last second as on the desktop. A day of the device may have 23 or 25 hours. */
function instantOf(day: string, end: 'From' | 'To'): string {
  if (day === '') return ''
  return writtenSecond(`${day} ${end === 'To' ? '23:59:59' : '00:00:00'}`)
}

/** Of a field that is a day, the second is the first day excluded. */
const dayOfEnd = (day: string, end: 'From' | 'To'): string => (day !== '' && end === 'To' ? dayAfter(day) : day)

function dayOf(value: string | undefined, end: 'From' | 'To', isOfDays = false): string {
  if (!value) return ''
  const [from, to] = shownDays({ from: value, to: value, isOfDays })
  return (end === 'To' ? to : from)?.slice(0, 10) ?? ''
}
