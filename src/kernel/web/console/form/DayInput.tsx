import { Input } from 'antd'
import { useState } from 'react'
import { readDayText } from '#kernel/base/clock/day.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { useCalendar } from '../days/use-calendar.ts'
import type { DayControlProps } from './DayControl.tsx'

const loadDayControl = () => import('./DayControl.tsx').then((module) => module.DayControl)

/** A day in a form. A person may type before the calendar has loaded; the typed text is kept until they leave the field. */
export function DayInput(props: DayControlProps) {
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
