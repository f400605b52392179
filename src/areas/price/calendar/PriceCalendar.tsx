import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { post } from '#kernel/web/console/client/api.ts'
import { loadPartTexts, runningLanguage } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { homeDay } from '#kernel/web/ui/time.ts'
import type { PriceRow } from '../list/price-row.list.ts'
import { documentAddress } from '../row/document-address.web.ts'
import { priceListText } from '../price-texts.web.ts'
import {
  type Bar,
  barsOn,
  CALENDAR_VIEWS,
  type CalendarView,
  daysBetween,
  daysOfPeriod,
  isoWeek,
  lanesOf,
  otherPeriod,
  type CalendarPeriod,
  periodOf,
  type CalendarRow,
} from './calendar.rules.ts'
import type { PriceCalendarTexts } from './price-calendar.en.ts'
import './price-calendar.css'

const text = await loadPartTexts<PriceCalendarTexts>('priceCalendar', {
  en: () => import('./price-calendar.en.ts'),
  zh: () => import('./price-calendar.zh.ts'),
})

interface Dated {
  readonly row: PriceRow
  readonly isTemporary: boolean
}

/** A price of the calendar; `isBack` where it comes back after a temporary one. */
interface Shown extends PriceRow {
  readonly isTemporary: boolean
  readonly isBack: boolean
}

interface Props {
  /** Any price of the key. */
  readonly id: string
  readonly device: 'pc' | 'mobile'
  /** How a page of either width leads elsewhere. */
  readonly link: (address: string, children: ReactNode) => ReactNode
}

const PAGES = {
  pc: (id: string) => `/process/price/pc/info?type=view&id=${id}`,
  mobile: (id: string) => `/process/price/mobile/info?id=${id}`,
} as const

function shownOf(found: readonly Dated[]): readonly Shown[] {
  return found.map(({ row, isTemporary }): Shown => {
    const before = dayAfter(row.effectiveFrom, -1)
    const isBack =
      row.state !== 'inactivated' &&
      found.some((other) => other.isTemporary && other.row.state !== 'inactivated' && other.row.effectiveTo === before)
    return { ...row, isTemporary, isBack }
  })
}

const daysText = ({ effectiveFrom, effectiveTo }: PriceRow) =>
  `${effectiveFrom} – ${effectiveTo ?? priceListText('page.open')}`

/** What is said of a price beside its figures: its state, and whether it is temporary or comes back. */
function wordsOf({ state, isTemporary, isBack }: Shown): string {
  return [
    priceListText(`states.${state}`),
    ...(isTemporary ? [text('temporary')] : []),
    ...(isBack ? [text('back')] : []),
  ].join(', ')
}

const inWords = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(runningLanguage(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

function periodText({ view, start }: CalendarPeriod): string {
  const year = start.slice(0, 4)
  if (view === 'year') return year
  if (view === 'quarter') return text('quarter', { quarter: Math.floor(Number(start.slice(5, 7)) / 3) + 1, year })
  return inWords(start, { month: 'long', year: 'numeric' })
}

/** The prices of one key in a month, a quarter or a year: what was, is and comes, what was revoked, and what a temporary price gives way to. */
export function PriceCalendar({ id, device, link }: Props) {
  const today = homeDay()
  const [view, setView] = useState<CalendarView>('quarter')
  const [day, setDay] = useState(today)
  const period = useMemo(() => periodOf(view, day), [view, day])
  const days = daysOfPeriod(period)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: queryKeys.list('priceRow', ['calendar', id, days]),
    queryFn: ({ signal }) => post<readonly Dated[]>('/aps/price/calendar', { id, ...days }, { signal, handles: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const prices = useMemo(() => shownOf(data ?? []), [data])
  return (
    <div className="price-calendar" aria-busy={isPlaceholderData || (!data && !error)}>
      <div className="price-calendar-tools">
        <button
          type="button"
          className="price-calendar-step"
          aria-label={text('before')}
          onClick={() => setDay(otherPeriod(period, -1))}
        >
          <Icon name="left" />
        </button>
        <strong aria-live="polite">{periodText(period)}</strong>
        <button
          type="button"
          className="price-calendar-step"
          aria-label={text('after')}
          onClick={() => setDay(otherPeriod(period, 1))}
        >
          <Icon name="right" />
        </button>
        <button type="button" className="link-button" onClick={() => setDay(today)}>
          {text('today')}
        </button>
        <div role="group" aria-label={text('view')} className="price-calendar-views">
          {CALENDAR_VIEWS.map((each) => (
            <button
              key={each}
              type="button"
              className="price-calendar-step"
              aria-pressed={view === each}
              onClick={() => setView(each)}
            >
              {text(`views.${each}`)}
            </button>
          ))}
        </div>
      </div>
      {error ? (
        <p role="alert" className="banner banner-error">
          {error.message}
        </p>
      ) : null}
      <Board period={period} prices={prices} today={today} device={device} link={link} />
      {data && prices.length === 0 ? <p className="quiet">{text('none')}</p> : null}
      {prices.length > 0 ? <PriceTable prices={prices} device={device} link={link} /> : null}
    </div>
  )
}

interface BoardProps extends Pick<Props, 'device' | 'link'> {
  readonly period: CalendarPeriod
  readonly prices: readonly Shown[]
  readonly today: string
}

/** Ticks that name the days of a month. */
const TICKS = [1, 8, 15, 22, 29]

function Board({ period, prices, today, device, link }: BoardProps) {
  const { view, strips } = period
  // A price that was revoked may meet one that stands: it lies below.
  const lanes = useMemo(() => lanesOf(prices), [prices])
  const rows = Math.max(1, ...lanes.map((lane) => lane + 1))
  return (
    <div className="price-calendar-board" data-view={view} style={{ '--lanes': rows } as CSSProperties}>
      <div className="price-calendar-head" aria-hidden>
        {view === 'month'
          ? Array.from({ length: 7 }, (_, at) => (
              <span key={at} style={{ left: `${(at * 100) / 7}%` }}>
                {inWords(dayAfter(strips[0]!.from, at), { weekday: 'short' })}
              </span>
            ))
          : TICKS.map((tick) => (
              <span key={tick} style={{ left: `${((tick - 1) * 100) / 31}%` }}>
                {tick}
              </span>
            ))}
      </div>
      <ol className="price-calendar-strips">
        {strips.map((strip) => (
          <li key={strip.from}>
            <span className="price-calendar-label">
              {view === 'month' ? text('week', { week: isoWeek(strip.from) }) : inWords(strip.from, { month: 'short' })}
            </span>
            <div className="price-calendar-track">
              <Days strip={strip} view={view} month={period.start.slice(0, 7)} today={today} />
              {barsOn(strip, prices, lanes).map((bar) => (
                <BarOf key={bar.price.id} bar={bar} link={link} address={PAGES[device](bar.price.id)} />
              ))}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The days under the bars: where each begins, which are of another month, and today. */
function Days({ strip, view, month, today }: { strip: CalendarRow; view: CalendarView; month: string; today: string }) {
  const count = daysBetween(strip.from, strip.to) + 1
  const at = daysBetween(strip.from, today)
  const place = (days: number) => `${(days * 100) / strip.days}%`
  return (
    <>
      {view === 'month'
        ? Array.from({ length: count }, (_, n) => {
            const day = dayAfter(strip.from, n)
            return (
              <span
                key={day}
                className="price-calendar-day"
                data-other={day.startsWith(month) ? undefined : ''}
                style={{ left: place(n), width: place(1) }}
              >
                {Number(day.slice(8))}
              </span>
            )
          })
        : null}
      {view === 'month' ? null : <span className="price-calendar-rest" style={{ left: place(count) }} aria-hidden />}
      {at >= 0 && at < count ? (
        <span className="price-calendar-today" style={{ left: place(at), width: place(1) }} aria-hidden />
      ) : null}
    </>
  )
}

function BarOf({ bar, link, address }: { bar: Bar<Shown>; link: Props['link']; address: string }) {
  const { price, lane, left, width, isBegun, isEnded } = bar
  const amount = `${formatAmount(price.price)} ${price.currency}`
  const said = text('bar', { price: amount, days: daysText(price), state: wordsOf(price) })
  return (
    <div
      className="price-calendar-bar"
      title={said}
      data-state={price.state}
      data-temporary={price.isTemporary ? '' : undefined}
      data-begun={isBegun ? '' : undefined}
      data-ended={isEnded ? '' : undefined}
      style={{ left: `${left}%`, width: `${width}%`, '--lane': lane } as CSSProperties}
    >
      {link(
        address,
        <>
          <span aria-hidden>
            {price.isBack ? '↩ ' : ''}
            {formatAmount(price.price)}
          </span>
          <span className="price-calendar-said">{said}</span>
        </>,
      )}
    </div>
  )
}

/** The same prices as rows: bars may be too narrow for a figure. */
function PriceTable({ prices, device, link }: Pick<BoardProps, 'prices' | 'device' | 'link'>) {
  return (
    <div className="price-calendar-list">
      <table aria-label={text('list')}>
        <thead>
          <tr>
            {(['price', 'days', 'state', 'document'] as const).map((key) => (
              <th key={key} scope="col">
                {text(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {prices.map((price) => {
            const address = documentAddress(price.sourceType, price.no, device)
            return (
              <tr key={price.id}>
                <td>{link(PAGES[device](price.id), `${formatAmount(price.price)} ${price.currency}`)}</td>
                <td className="code">{daysText(price)}</td>
                <td>{wordsOf(price)}</td>
                <td className="code">{address === null ? (price.no ?? '/') : link(address, price.no)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
