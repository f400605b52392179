import { DatePicker } from 'antd'
import { isDay, readDayText } from '#kernel/base/clock/day.ts'
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
  /** What cannot be read as a day is given on as it was typed, for forms that say so at the field; elsewhere it is forgotten. */
  readonly keepsUnread?: boolean | undefined
  readonly onChange: (value: string) => void
}

const DAY = 'YYYY-MM-DD'
const MINUTE = 'YYYY-MM-DD HH:mm'
/** How else a day may be typed, as `readDayText` reads it; the first is how it is shown. */
const TYPED_DAYS = [
  DAY,
  'YYYY-M-D',
  'YYYY/MM/DD',
  'YYYY/M/D',
  'YYYY.MM.DD',
  'YYYY.M.D',
  'DD.MM.YYYY',
  'D.M.YYYY',
  'YYYYMMDD',
  'YYYY\u5E74M\u6708D\u65E5',
]

/** A day, or a minute of it, typed or picked, in the product's format: a browser's own field would use the browser's language. */
export function DayControl(props: DayProps & Partial<CalendarStart>) {
  const { value, hasTime = false, min, max, placeholder, note, isRequired, keepsUnread, onChange, ...rest } = props
  dayjs.locale(runningLanguage() === 'zh' ? 'zh-cn' : 'en')
  const format = hasTime ? MINUTE : DAY
  return (
    <DatePicker
      {...rest}
      style={{ width: '100%' }}
      format={hasTime ? MINUTE : TYPED_DAYS}
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
      onBlur={({ target }) => {
        const text = target instanceof HTMLInputElement ? target.value.trim() : ''
        if (keepsUnread && text !== '' && !hasTime && readDayText(text) === null) onChange(text)
      }}
    />
  )
}
