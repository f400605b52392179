import { DatePicker } from 'antd'
import { isDay } from '#kernel/base/clock/day.ts'
import type { ControlProps } from '#kernel/web/ui/Field.tsx'
import { dayjs } from '../days/dayjs.ts'
import type { CalendarStart } from '../days/use-calendar.ts'
import { pageText, runningLanguage } from '../client/i18n.ts'

export interface DayControlProps extends ControlProps, Partial<CalendarStart> {
  readonly value: string
  readonly disabled?: boolean
  /** First and last year allowed. */
  readonly years?: readonly [number, number] | undefined
  readonly onChange: (day: string) => void
}

/** A day, typed or picked, in the product's format: a browser's own field would use the browser's language. */
export function DayControl({ value, years, onChange, ...rest }: DayControlProps) {
  dayjs.locale(runningLanguage() === 'zh' ? 'zh-cn' : 'en')
  return (
    <DatePicker
      {...rest}
      style={{ width: '100%' }}
      placeholder={pageText('common.choose')}
      value={isDay(value) ? dayjs(value) : null}
      {...(years ? { minDate: dayjs(`${years[0]}-01-01`), maxDate: dayjs(`${years[1]}-12-31`) } : {})}
      onChange={(next) => onChange(next ? next.format('YYYY-MM-DD') : '')}
    />
  )
}
