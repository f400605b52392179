import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { pageText, runningLanguage } from '../client/i18n.ts'

interface DateRangeProps {
  readonly id?: string
  readonly from: string | undefined
  readonly to: string | undefined
  /** ISO instants of the first day's start and the last day's end, or empty. */
  readonly onChange: (from: string, to: string) => void
}

/** A range of whole days: 00:00:00 to 23:59:59 of the viewer's zone, with the spec's shortcuts. */
export function DateRange({ id, from, to, onChange }: DateRangeProps) {
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
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      presets={[
        { label: pageText('list.thisYear'), value: year(0) },
        { label: pageText('list.lastYear'), value: year(1) },
        { label: pageText('list.yearBeforeLast'), value: year(2) },
      ]}
      onChange={(days) =>
        onChange(days?.[0]?.startOf('day').toISOString() ?? '', days?.[1]?.endOf('day').toISOString() ?? '')
      }
    />
  )
}
