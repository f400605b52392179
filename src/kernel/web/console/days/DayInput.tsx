import { Input } from 'antd'
import { useState } from 'react'
import { isDay, readDayText } from '#kernel/base/clock/day.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { instantAt, wallClock } from '#kernel/web/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import type { DayProps } from './DayControl.tsx'
import { useCalendar } from './use-calendar.ts'

const loadDayControl = () => import('./DayControl.tsx').then((module) => module.DayControl)

/** The desktop's field of a day. A person may type before the calendar has loaded; the typed text is kept until they leave the field. */
export function DayInput(props: DayProps) {
  const {
    value,
    hasTime = false,
    min,
    max,
    placeholder: hint,
    note: _,
    isRequired: __,
    keepsUnread,
    onChange,
    ...rest
  } = props
  const { Control, start, placeholder, keepClosed } = useCalendar(loadDayControl, true)
  const [typed, setTyped] = useState<string | null>(null)
  // A calendar shows no text that is no day.
  const isShowable = value === '' || isDay(value.slice(0, 10))
  if (Control && typed === null && isShowable) return <Control {...props} {...start} />
  const take = (): void => {
    const read = typed === null ? null : typed.trim() === '' ? '' : hasTime ? readMinuteText(typed) : readDayText(typed)
    if (read === '' || (read !== null && isWithin(read.slice(0, 10), min, max))) onChange(read)
    else if (typed !== null && keepsUnread) onChange(read ?? typed.trim())
    setTyped(null)
  }
  return (
    <Input
      {...rest}
      {...placeholder}
      autoComplete="off"
      placeholder={hint ?? pageText('common.choose')}
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

type InstantInputProps = Omit<DayProps, 'hasTime' | 'min' | 'max'>

/** The desktop's field of an instant, which is typed and shown in the organisation's time. */
export function InstantInput({ value, onChange, ...rest }: InstantInputProps) {
  return <DayInput {...rest} hasTime value={wallClock(value)} onChange={(wall) => onChange(instantAt(wall))} />
}

/** `2026-3-9 9:05` as `2026-03-09 09:05`; null where it is no minute of a day. */
function readMinuteText(text: string): string | null {
  const [, day = '', hour = '', minute = ''] = /^(.+?)[\sT]+(\d{1,2})[:：](\d{2})$/.exec(text.trim()) ?? []
  const read = readDayText(day)
  return read !== null && Number(hour) < 24 && Number(minute) < 60 ? `${read} ${hour.padStart(2, '0')}:${minute}` : null
}

function isWithin(day: string, min: string | undefined, max: string | undefined): boolean {
  return (min === undefined || day >= min) && (max === undefined || day <= max)
}
