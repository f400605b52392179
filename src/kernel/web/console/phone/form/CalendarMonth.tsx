import { type ReactNode, useEffect, useRef } from 'react'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { runningLanguage } from '../../client/i18n.ts'
import './day-sheet.css'

export interface Range {
  readonly min: string
  readonly max: string
}

interface DaysProps extends Range {
  readonly month: string
  readonly chosen: string
  readonly today: string
  readonly onPick: (day: string) => void
}

/** Whole weeks, which begin as in the desktop's calendar: in Chinese on Monday. */
export function Days({ month, chosen, today, min, max, onPick }: DaysProps) {
  const weekStart = runningLanguage() === 'zh' ? 1 : 0
  const first = `${month}-01`
  const before = (weekdayOf(first) - weekStart + 7) % 7
  const weeks = Math.ceil((before + daysIn(month)) / 7)
  const days = Array.from({ length: weeks * 7 }, (_, at) => dayAfter(first, at - before))
  return (
    <div className="day-grid" role="group" aria-label={monthName(month)}>
      {days.slice(0, 7).map((day) => (
        <span key={day} className="day-week" aria-hidden="true">
          {written(day, { weekday: 'narrow' })}
        </span>
      ))}
      {days.map((day) =>
        day.startsWith(month) ? (
          <button
            key={day}
            type="button"
            aria-label={day}
            aria-pressed={day === chosen}
            aria-current={day === today ? 'date' : undefined}
            disabled={day < min || day > max}
            onClick={() => onPick(day)}
          >
            {Number(day.slice(8))}
          </button>
        ) : (
          <span key={day} />
        ),
      )}
    </div>
  )
}

interface MonthsProps extends Range {
  /** Name of the years. */
  readonly label: string
  readonly month: string
  readonly onMonth: (month: string, isChosen: boolean) => void
}

export function Months({ label, month, min, max, onMonth }: MonthsProps) {
  const [year, at] = [month.slice(0, 4), month.slice(5)]
  const [first, last] = [Number(min.slice(0, 4)), Number(max.slice(0, 4))]
  const years = Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
  const within = (next: string): string =>
    next < min.slice(0, 7) ? min.slice(0, 7) : next > max.slice(0, 7) ? max.slice(0, 7) : next
  return (
    <div className="day-months">
      <Scrolled className="day-years" label={label}>
        {years.map((each) => (
          <Choice
            key={each}
            label={each}
            isChosen={each === year}
            onPick={() => onMonth(within(`${each}-${at}`), false)}
          />
        ))}
      </Scrolled>
      <div className="day-month-grid">
        {Array.from({ length: 12 }, (_, index) => `${year}-${two(index + 1)}`).map((each) => (
          <Choice
            key={each}
            label={written(`${each}-01`, { month: 'short' })}
            isChosen={each === month}
            isDisabled={each < min.slice(0, 7) || each > max.slice(0, 7)}
            onPick={() => onMonth(each, true)}
          />
        ))}
      </div>
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly isChosen: boolean
  readonly isDisabled?: boolean
  readonly onPick: () => void
}

export function Choice({ label, isChosen, isDisabled = false, onPick }: ChoiceProps) {
  return (
    <button type="button" aria-pressed={isChosen} disabled={isDisabled} onClick={onPick}>
      {label}
    </button>
  )
}

interface ScrolledProps {
  readonly className: string
  readonly label: string
  readonly children: ReactNode
}

/** A list that begins with the chosen one in its middle; the sheet itself does not move. */
export function Scrolled({ className, label, children }: ScrolledProps) {
  const list = useRef<HTMLDivElement>(null)
  // After the sheet has opened: nothing has a place before.
  useEffect(() => {
    const box = list.current
    const chosen = box?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (box && chosen)
      box.scrollTo({ top: chosen.offsetTop - box.offsetTop - (box.clientHeight - chosen.offsetHeight) / 2 })
  }, [])
  return (
    <div ref={list} className={className} role="group" aria-label={label}>
      {children}
    </div>
  )
}

export const two = (number: number): string => String(number).padStart(2, '0')

const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

const weekdayOf = (day: string): number => noonOf(day).getUTCDay()

function daysIn(month: string): number {
  return Number(dayAfter(`${monthAfter(month, 1)}-01`, -1).slice(8))
}

export function monthAfter(month: string, months: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${Math.floor(at / 12)}-${two((at % 12) + 1)}`
}

function written(day: string, format: Intl.DateTimeFormatOptions): string {
  const language = runningLanguage() === 'zh' ? 'zh-CN' : 'en'
  return new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' }).format(noonOf(day))
}

export function monthName(month: string): string {
  return written(`${month}-01`, { year: 'numeric', month: 'long' })
}
