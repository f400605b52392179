import { DatePicker } from 'antd'
import { dayjs } from '../days/dayjs.ts'
import type { CalendarStart } from '../days/use-calendar.ts'
import { pageText, runningLanguage } from '../client/i18n.ts'
import { WINDOW_DAYS } from './downloads-api.ts'

interface DayChoiceProps extends Partial<CalendarStart> {
  readonly id: string
  readonly day: string | undefined
  readonly onChange: (day: string) => void
}

/** Only days within the retention period can be chosen or typed. */
export function DayChoice({ id, day, onChange, ...start }: DayChoiceProps) {
  dayjs.locale(runningLanguage() === 'zh' ? 'zh-cn' : 'en')
  return (
    <DatePicker
      {...start}
      id={id}
      style={{ width: '100%' }}
      placeholder={pageText('list.all')}
      value={day ? dayjs(day) : null}
      minDate={dayjs().subtract(WINDOW_DAYS, 'day')}
      maxDate={dayjs()}
      renderExtraFooter={() => pageText('downloads.window', { days: WINDOW_DAYS })}
      onChange={(next) => onChange(next ? next.format('YYYY-MM-DD') : '')}
    />
  )
}
