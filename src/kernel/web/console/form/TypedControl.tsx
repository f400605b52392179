import { Input } from 'antd'
import { useState } from 'react'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { unitOf } from '#kernel/engine/definition/view.ts'
import { settledText } from './settled-text.ts'
import type { ControlProps } from '#kernel/web/ui/Field.tsx'
import { readDayText } from '#kernel/base/clock/day.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { useCalendar } from '../days/use-calendar.ts'
import type { DayControlProps } from './DayControl.tsx'

/** From this length on a text has several rows. */
const LONG_TEXT = 250

export function isLongText(field: Pick<Field, 'max'>): boolean {
  return (field.max ?? 0) >= LONG_TEXT
}

interface TypedControlProps extends ControlProps {
  readonly field: Field
  readonly value: string
  readonly disabled?: boolean
  /** The expected format, shown while it is empty. */
  readonly placeholder?: string | undefined
  /** Currency of the document's amounts, for prices. */
  readonly currency?: string
  readonly onChange: (value: string) => void
}

/** A typed field: one row, or several for long texts. */
export function TypedControl({ field, value, currency, onChange, ...rest }: TypedControlProps) {
  const { max, kind, years } = field
  const limit = max === undefined ? {} : { maxLength: max }
  if (kind === 'date') return <DayInput {...rest} value={value} years={years} onChange={onChange} />
  if (isLongText(field))
    return (
      <Input.TextArea
        {...rest}
        {...limit}
        value={value}
        autoSize={{ minRows: 2, maxRows: 5 }}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <Input
      {...rest}
      {...limit}
      value={value}
      {...suffixOf(field, currency)}
      inputMode={kind === 'money' || kind === 'decimal' ? 'decimal' : kind === 'integer' ? 'numeric' : 'text'}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        const plain = settledText(field, value, currency)
        if (plain !== value) onChange(plain)
      }}
    />
  )
}

/** The suffix of a number: the unit of a rate, the currency of an amount. */
function suffixOf(field: Field, currency: string | undefined): { readonly suffix?: string } {
  const suffix = field.kind === 'money' ? currency : field.kind === 'decimal' ? unitOf(field, currency).trim() : ''
  return suffix ? { suffix } : {}
}

const loadDayControl = () => import('./DayControl.tsx').then((module) => module.DayControl)

/** A day in a form. A person may type before the calendar has loaded; the typed text is kept until they leave the field. */
function DayInput(props: DayControlProps) {
  const { value, years, onChange, ...rest } = props
  const { Control, start, placeholder, keepClosed } = useCalendar(loadDayControl, true)
  const [typed, setTyped] = useState<string | null>(null)
  if (Control && typed === null) return <Control {...props} {...start} />
  const take = (): void => {
    const day = typed === '' ? '' : readDayText(typed ?? '')
    if (day === '' || (day !== null && isWithin(day, years))) onChange(day)
    setTyped(null)
  }
  return (
    <Input
      {...rest}
      {...placeholder}
      autoComplete="off"
      placeholder={pageText('common.choose')}
      suffix={<Icon name="calendar" />}
      value={typed ?? value}
      onChange={(event) => {
        keepClosed()
        setTyped(event.target.value)
      }}
      onPressEnter={(event) => {
        // Enter does not submit the form.
        event.preventDefault()
        take()
      }}
      onBlur={() => {
        placeholder.onBlur()
        take()
      }}
    />
  )
}

function isWithin(day: string, years: readonly [number, number] | undefined): boolean {
  const year = Number(day.slice(0, 4))
  return !years || (year >= years[0] && year <= years[1])
}
