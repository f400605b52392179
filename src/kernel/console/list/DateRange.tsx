import { DatePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { dayAfter, isDay } from '#kernel/clock/day.ts'
import { dayBounds, formatTime } from '#kernel/ui/time.ts'
import { pageText, runningLanguage } from '../client/i18n.ts'
import { dayjs } from '../days/dayjs.ts'

interface DateRangeProps {
  readonly id?: string
  readonly from: string | undefined
  readonly to: string | undefined
  /** Of days without a clock; `to` is the first that no longer counts. */
  readonly isOfDays?: boolean
  /** ISO instants, or days: the start of the first day and of the day after the last; or empty. */
  readonly onChange: (from: string, to: string) => void
}

/** A range of whole days, 00:00:00 to 23:59:59 in the zone that times are shown in, with the spec's shortcuts. */
export function DateRange({ id, from, to, isOfDays = false, onChange }: DateRangeProps) {
  dayjs.locale(runningLanguage() === 'zh' ? 'zh-cn' : 'en')
  const year = (back: number): [Dayjs, Dayjs] => {
    const day = dayjs().subtract(back, 'year')
    return [day.startOf('year'), day.endOf('year')]
  }
  return (
    <DatePicker.RangePicker
      {...(id ? { id: { start: id } } : {})}
      style={{ width: '100%' }}
      placeholder={[pageText('list.from'), pageText('list.to')]}
      value={isOfDays ? [plainDay(from, 0), plainDay(to, -1)] : [dayOf(from), lastDayOf(to)]}
      presets={[
        { label: pageText('list.thisYear'), value: year(0) },
        { label: pageText('list.lastYear'), value: year(1) },
        { label: pageText('list.yearBeforeLast'), value: year(2) },
      ]}
      onChange={(days) =>
        isOfDays
          ? onChange(writtenDay(days?.[0], 0), writtenDay(days?.[1], 1))
          : onChange(startOf(days?.[0]), endOf(days?.[1]))
      }
    />
  )
}

function plainDay(day: string | undefined, later: number): Dayjs | null {
  return day && isDay(day) ? dayjs(dayAfter(day, later)) : null
}

function writtenDay(day: Dayjs | null | undefined, later: number): string {
  return day ? dayAfter(day.format('YYYY-MM-DD'), later) : ''
}

function dayOf(iso: string | undefined): Dayjs | null {
  return iso ? dayjs(formatTime(iso).slice(0, 10)) : null
}

function startOf(day: Dayjs | null | undefined): string {
  return day ? dayBounds(day.format('YYYY-MM-DD')).start.toISOString() : ''
}

/** Intervals are half-open: `to` is the first instant after 23:59:59. */
function endOf(day: Dayjs | null | undefined): string {
  return day ? dayBounds(day.format('YYYY-MM-DD')).end.toISOString() : ''
}

function lastDayOf(iso: string | undefined): Dayjs | null {
  const at = iso ? new Date(iso).getTime() : Number.NaN
  return Number.isNaN(at) ? null : dayOf(new Date(at - 1).toISOString())
}
