import { Input } from 'antd'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { unitOf } from '#kernel/engine/definition/view.ts'
import { settledText } from './settled-text.ts'
import type { ControlProps } from '#kernel/web/ui/Field.tsx'
import { DayInput } from '../days/DayInput.tsx'

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
  if (kind === 'date')
    return (
      <DayInput
        {...rest}
        keepsUnread
        value={value}
        {...(years ? { min: `${years[0]}-01-01`, max: `${years[1]}-12-31` } : {})}
        onChange={onChange}
      />
    )
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
