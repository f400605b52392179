import Button from 'antd-mobile/es/components/button'
import { useId, useState } from 'react'
import type { Box, InboxOrder } from '#kernel/services/tasks/inbox-wire.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import type { FilterSpec } from '../../list/filters/filter-spec.ts'
import { shownDays, writtenSecond } from '../../list/filters/shown-days.ts'
import { useInboxFilters } from '../../tasks/filters.ts'
import { taskText } from '../../tasks/task-texts.ts'
import { DayButton, OptionButton } from '../form/SheetButtons.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import '../document/field-rows.css'
import './task-filter-sheet.css'
import '../form/sheet-button.css'

/** From more options on they are searched. */
const MOST_SHORT = 12

export type TaskFilters = Readonly<Record<string, string>>

interface TaskFilterSheetProps {
  readonly box: Box
  readonly filters: TaskFilters
  readonly onApply: (filters: TaskFilters) => void
  readonly onClose: () => void
}

/** The desktop's filters, stacked, and the sort order. */
export function TaskFilterSheet({ box, filters, onApply, onClose }: TaskFilterSheetProps) {
  const [typed, setTyped] = useState(filters)
  const specs = useInboxFilters(box)
  const put = (name: string, value: string): void => setTyped((all) => ({ ...all, [name]: value }))
  const apply = (next: TaskFilters): void => {
    onApply(Object.fromEntries(Object.entries(next).filter(([, value]) => value.trim() !== '')))
    onClose()
  }
  return (
    <Sheet
      title={taskText('filters.title')}
      onClose={onClose}
      isTall
      footer={
        <>
          <Button block onClick={() => apply({})}>
            {pageText('list.reset')}
          </Button>
          <Button block color="primary" onClick={() => apply(typed)}>
            {taskText('filters.apply')}
          </Button>
        </>
      }
    >
      <form
        className="task-filters"
        onSubmit={(event) => {
          event.preventDefault()
          apply(typed)
        }}
      >
        <Choice
          label={taskText('order')}
          value={typed['order'] || (ordersOf(box)[0] ?? '')}
          options={ordersOf(box).map((order) => ({ value: order, label: taskText(`orders.${order}`) }))}
          isNeeded
          onChange={(value) => put('order', value === ordersOf(box)[0] ? '' : value)}
        />
        {specs.map((spec) => (
          <Filter key={spec.name} spec={spec} values={typed} onChange={put} />
        ))}
      </form>
    </Sheet>
  )
}

type PhoneOrder = Extract<InboxOrder, 'oldest' | 'latest' | 'amount' | 'due'>

function ordersOf(box: Box): readonly PhoneOrder[] {
  return box === 'open' ? ['due', 'oldest', 'latest', 'amount'] : ['latest', 'oldest', 'amount']
}

interface FilterProps {
  readonly spec: FilterSpec
  readonly values: TaskFilters
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
        <div className="phone-field task-filter-days" role="group" aria-labelledby={id}>
          <span id={id}>{label}</span>
          {(['From', 'To'] as const).map((end) => (
            <DayField
              key={end}
              id={`${id}${end}`}
              label={end === 'From' ? pageText('list.from') : pageText('list.to')}
              title={`${label} ${end === 'From' ? pageText('list.from') : pageText('list.to')}`}
              value={dayOf(values[`${name}${end}`], end)}
              onChange={(day) => onChange(`${name}${end}`, instantOf(day, end))}
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
  /** One of the options is always selected. */
  readonly isNeeded?: boolean
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, isNeeded = false, onChange }: ChoiceProps) {
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
        canClear={!isNeeded}
        onPick={(option) => onChange(option?.value ?? '')}
      >
        <span>{options.find((option) => option.value === value)?.label ?? pageText('list.all')}</span>
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

function dayOf(instant: string | undefined, end: 'From' | 'To'): string {
  if (!instant) return ''
  const [from, to] = shownDays({ from: instant, to: instant })
  return (end === 'To' ? to : from)?.slice(0, 10) ?? ''
}
