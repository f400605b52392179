import { DatePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { pageText, runningLanguage } from '../../client/i18n.ts'
import { dayjs } from '../../days/dayjs.ts'
import type { CalendarStart } from '../../days/use-calendar.ts'
import { type FilteredDays, shownDays, writtenSecond } from './shown-days.ts'

interface DateRangeProps extends FilteredDays, Partial<CalendarStart> {
  readonly id?: string
  /** ISO instants, the first and the last second of it; or days, the first and the one after the last; or empty. */
  readonly onChange: (from: string, to: string) => void
}

const SECONDS = 'YYYY-MM-DD HH:mm:ss'

/** A range in the displayed time zone, from 00:00:00 to 23:59:59 where a person chooses days alone, with the spec's shortcuts. */
export function DateRange({ id, from, to, isOfDays = false, onChange, ...start }: DateRangeProps) {
  dayjs.locale(runningLanguage() === 'zh' ? 'zh-cn' : 'en')
  const year = (back: number): [Dayjs, Dayjs] => {
    const day = dayjs().subtract(back, 'year')
    return [day.startOf('year'), day.endOf('year')]
  }
  const [first, last] = shownDays({ from, to, isOfDays })
  return (
    <DatePicker.RangePicker
      {...start}
      {...(id ? { id: { start: id } } : {})}
      style={{ width: '100%' }}
      {...(isOfDays
        ? {}
        : { format: SECONDS, showTime: { defaultOpenValue: [dayjs().startOf('day'), dayjs().endOf('day')] } })}
      placeholder={[pageText('list.from'), pageText('list.to')]}
      value={[first === null ? null : dayjs(first), last === null ? null : dayjs(last)]}
      presets={[
        { label: pageText('list.thisYear'), value: year(0) },
        { label: pageText('list.lastYear'), value: year(1) },
        { label: pageText('list.yearBeforeLast'), value: year(2) },
      ]}
      onChange={(days) =>
        isOfDays
          ? onChange(writtenDay(days?.[0], 0), writtenDay(days?.[1], 1))
          : onChange(second(days?.[0]), second(days?.[1]))
      }
    />
  )
}

function writtenDay(day: Dayjs | null | undefined, later: number): string {
  return day ? dayAfter(day.format('YYYY-MM-DD'), later) : ''
}

function second(at: Dayjs | null | undefined): string {
  return at ? writtenSecond(at.format(SECONDS)) : ''
}
