import { DatePicker } from 'antd'
import { isDay } from '#kernel/base/clock/day.ts'
import type { ControlProps } from '#kernel/web/ui/Field.tsx'
import { pageText, runningLanguage } from '../client/i18n.ts'
import { dayjs } from './dayjs.ts'
import type { CalendarStart } from './use-calendar.ts'

export interface DayProps extends ControlProps {
  /** A day, `2026-03-09`; where it has a time, `2026-03-09 14:05`; empty for none. */
  readonly value: string
  readonly hasTime?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** The first and the last day that may be chosen or typed. */
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly placeholder?: string | undefined
  /** Below the calendar: why days are missing. */
  readonly note?: string | undefined
  readonly isRequired?: boolean | undefined
  readonly onChange: (value: string) => void
}

const DAY = 'YYYY-MM-DD'
const MINUTE = 'YYYY-MM-DD HH:mm'

/** A day, or a minute of it, typed or picked, in the product's format: a browser's own field would use the browser's language. */
export function DayControl(props: DayProps & Partial<CalendarStart>) {
  const { value, hasTime = false, min, max, placeholder, note, isRequired, onChange, ...rest } = props
  dayjs.locale(runningLanguage() === 'zh' ? 'zh-cn' : 'en')
  const format = hasTime ? MINUTE : DAY
  return (
    <DatePicker
      {...rest}
      style={{ width: '100%' }}
      format={format}
      {...(hasTime ? { showTime: { format: 'HH:mm' } } : {})}
      // What was typed or picked counts when the field is left, as everywhere else in a form.
      needConfirm={false}
      allowClear={!(isRequired ?? rest['aria-required'])}
      placeholder={placeholder ?? pageText('common.choose')}
      value={isDay(value.slice(0, 10)) ? dayjs(value) : null}
      {...(min === undefined ? {} : { minDate: dayjs(min) })}
      {...(max === undefined ? {} : { maxDate: dayjs(max) })}
      {...(note === undefined ? {} : { renderExtraFooter: () => note })}
      onChange={(next) => onChange(next ? next.format(format) : '')}
    />
  )
}
