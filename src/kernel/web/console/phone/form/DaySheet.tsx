import Button from 'antd-mobile/es/components/button'
import { useState } from 'react'
import { productNow } from '#kernel/base/clock/clock.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { homeDay, wallClock } from '#kernel/web/ui/time.ts'
import { loadPartTexts } from '../../client/i18n.ts'
import { Sheet } from '../parts/Sheet.tsx'
import { Choice, Days, monthAfter, monthName, Months, type Range, Scrolled, two } from './CalendarMonth.tsx'
import type { DaySheetTexts } from './locale/day-sheet.en.ts'

const text = await loadPartTexts<DaySheetTexts>('daySheet', {
  en: () => import('./locale/day-sheet.en.ts'),
  zh: () => import('./locale/day-sheet.zh.ts'),
})

interface DaySheetProps {
  readonly title: string
  /** `2026-03-09`, with a time `2026-03-09 14:05`, or empty. */
  readonly value: string
  readonly hasTime?: boolean
  /** The first and the last day that may be chosen. */
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly canClear?: boolean
  readonly onChange: (value: string) => void
  readonly onClose: () => void
}

const FIRST = '1900-01-01'
const LAST = '2100-12-31'

/** A calendar in a sheet: a tap chooses the day. Where the time matters, it stands below and is chosen with `Done`. */
export function DaySheet({
  title,
  value,
  hasTime = false,
  min = FIRST,
  max = LAST,
  canClear = false,
  onChange,
  onClose,
}: DaySheetProps) {
  const today = homeDay()
  const [given = '', time = ''] = value.split(' ')
  const [day, setDay] = useState(isDay(given) ? given : '')
  const [clock, setClock] = useState(time || wallClock(productNow().toISOString()).slice(11))
  const [month, setMonth] = useState(() => {
    const start = isDay(given) ? given : today
    return (start < min ? min : start > max ? max : start).slice(0, 7)
  })
  const [isChoosingMonth, setChoosingMonth] = useState(false)
  const finish = (next: string): void => {
    onChange(next)
    onClose()
  }
  const pick = (next: string): void => (hasTime ? setDay(next) : finish(next))
  const now = (): void => finish(hasTime ? wallClock(productNow().toISOString()) : today)
  const range = { min, max }
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          {canClear && value ? (
            <Button block onClick={() => finish('')}>
              {text('clear')}
            </Button>
          ) : null}
          <Button block disabled={today < min || today > max} onClick={now}>
            {text(hasTime ? 'now' : 'today')}
          </Button>
          {hasTime ? (
            <Button block color="primary" disabled={day === ''} onClick={() => finish(`${day} ${clock}`)}>
              {text('done')}
            </Button>
          ) : null}
        </>
      }
    >
      <Head
        month={month}
        {...range}
        isChoosing={isChoosingMonth}
        onChoose={() => setChoosingMonth(!isChoosingMonth)}
        onStep={setMonth}
      />
      {isChoosingMonth ? (
        <Months
          label={text('year')}
          month={month}
          {...range}
          onMonth={(next, isChosen) => {
            setMonth(next)
            setChoosingMonth(!isChosen)
          }}
        />
      ) : (
        <Days month={month} chosen={day} today={today} {...range} onPick={pick} />
      )}
      {hasTime && !isChoosingMonth ? <Clock clock={clock} onChange={setClock} /> : null}
    </Sheet>
  )
}

interface HeadProps extends Range {
  readonly month: string
  readonly isChoosing: boolean
  readonly onChoose: () => void
  readonly onStep: (month: string) => void
}

function Head({ month, isChoosing, onChoose, onStep, ...range }: HeadProps) {
  const name = monthName(month)
  return (
    <div className="day-head">
      <Step icon="left" label={text('previous')} to={monthAfter(month, -1)} {...range} onStep={onStep} />
      <button
        type="button"
        className="day-month"
        aria-label={text('month', { month: name })}
        aria-expanded={isChoosing}
        onClick={onChoose}
      >
        {name}
        <Icon name="down" size={16} />
      </button>
      <Step icon="right" label={text('next')} to={monthAfter(month, 1)} {...range} onStep={onStep} />
    </div>
  )
}

interface StepProps extends Range {
  readonly icon: 'left' | 'right'
  readonly label: string
  readonly to: string
  readonly onStep: (month: string) => void
}

function Step({ icon, label, to, min, max, onStep }: StepProps) {
  return (
    <button
      type="button"
      className="phone-icon-button"
      aria-label={label}
      disabled={to < min.slice(0, 7) || to > max.slice(0, 7)}
      onClick={() => onStep(to)}
    >
      <Icon name={icon} size={20} />
    </button>
  )
}

interface ClockProps {
  /** `14:05`. */
  readonly clock: string
  readonly onChange: (clock: string) => void
}

function Clock({ clock, onChange }: ClockProps) {
  const [hour = '', minute = ''] = clock.split(':')
  return (
    <div className="day-time">
      <Numbers label={text('hour')} most={23} value={hour} onPick={(next) => onChange(`${next}:${minute}`)} />
      <Numbers label={text('minute')} most={59} value={minute} onPick={(next) => onChange(`${hour}:${next}`)} />
    </div>
  )
}

interface NumbersProps {
  readonly label: string
  readonly most: number
  readonly value: string
  readonly onPick: (value: string) => void
}

function Numbers({ label, most, value, onPick }: NumbersProps) {
  return (
    <div>
      <p className="quiet">{label}</p>
      <Scrolled className="day-numbers" label={label}>
        {Array.from({ length: most + 1 }, (_, number) => two(number)).map((each) => (
          <Choice key={each} label={each} isChosen={each === value} onPick={() => onPick(each)} />
        ))}
      </Scrolled>
    </div>
  )
}
