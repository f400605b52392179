import { type ComponentType, useId, useState } from 'react'
import { homeDay } from '#kernel/web/ui/time.ts'
import { explainText } from './explain-text.web.ts'

interface DayFieldProps {
  readonly id: string
  readonly labelId: string
  readonly title: string
  readonly value: string
  readonly max: string
  /** Whether there is nothing to clear. */
  readonly isRequired: boolean
  readonly onChange: (day: string) => void
}

export type DayField = ComponentType<DayFieldProps>

interface AsOfFieldProps {
  readonly DayField: DayField
  readonly asOf: string | null
  readonly onChange: (asOf: string | null) => void
}

/** The day for which the number is explained; none for now. */
export function AsOfField({ DayField: Day, asOf, onChange }: AsOfFieldProps) {
  const id = useId()
  const [today] = useState(() => homeDay())
  return (
    <div className="explain-as-of">
      <label id={`${id}label`} htmlFor={id}>
        {explainText('asOf')}
      </label>
      <Day
        id={id}
        labelId={`${id}label`}
        title={explainText('asOf')}
        value={asOf ?? today}
        max={today}
        isRequired={asOf === null}
        onChange={(day) => onChange(day && day < today ? day : null)}
      />
    </div>
  )
}
