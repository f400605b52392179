import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Sparkline } from '#kernel/web/ui/Sparkline.tsx'
import { formatTime, minutesSince, shortTimeText } from '#kernel/web/ui/time.ts'
import type { HomeGroup } from '#kernel/services/home/home-groups.ts'
import type { HomeCard, HomeFigure, HomeRow } from '#kernel/services/home/home-wire.ts'
import { pageText } from '../client/i18n.ts'
import { totalText } from '../client/paging.ts'
import { queryKeys } from '../client/query-keys.ts'
import { durationText } from '../duration.ts'
import { useNow } from '../use-now.ts'
import { homeApi } from './home-api.ts'
import { HomeSection } from './HomeSection.tsx'
import './home-cards.css'

/** The link of a width: each has its own router. */
export type HomeLink = ComponentType<{
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
}>

/** What differs between the widths. */
export interface HomeDevice {
  readonly Link: HomeLink
  readonly Failure: ComponentType<{ readonly error: Error; readonly onRetry: () => void }>
  readonly isPhone: boolean
}

interface Address {
  readonly url: string
  readonly mobileUrl: string
}

const addressOf = ({ isPhone }: HomeDevice, { url, mobileUrl }: Address) => (isPhone ? mobileUrl : url)

/** The cards of a part of the home page, as the server answers them. */
export function HomeCards({ group, device }: { readonly group: HomeGroup; readonly device: HomeDevice }) {
  const read = useQuery({ queryKey: queryKeys.home(group), queryFn: () => homeApi.cards(group) })
  return <CardsOf read={read} device={device} isLoadingShown={group === 'waiting'} />
}

interface CardsProps {
  readonly read: UseQueryResult<readonly HomeCard[]>
  readonly device: HomeDevice
  /** Keeps the room of the cards while they are read. */
  readonly isLoadingShown: boolean
}

/** Cards of a call. */
export function CardsOf({ read: { data, error, isPending, refetch }, device, isLoadingShown }: CardsProps) {
  if (isPending) return isLoadingShown ? <div className="home-loading" aria-busy="true" /> : null
  if (error)
    return (
      <HomeSection title="" device={device} error={error} onRetry={() => void refetch()}>
        {null}
      </HomeSection>
    )
  return data.map((card) => <Card key={card.key} card={card} device={device} />)
}

function Card({ card, device }: { readonly card: HomeCard; readonly device: HomeDevice }) {
  const { title, none, link, figures, more, note, rows } = card
  const { Link } = device
  return (
    <HomeSection
      title={title}
      device={device}
      {...(link ? { link: { to: addressOf(device, link), text: link.text } } : {})}
    >
      {byCurrency(figures).map((together) => (
        <div key={together[0]?.key} className="figures">
          {together.map((figure) => (
            <Figure key={figure.key} figure={figure} device={device} />
          ))}
        </div>
      ))}
      {more || note ? (
        <p className="home-more">
          {more ? <Link to={addressOf(device, more)}>{more.text}</Link> : null}
          {note ? <span className="quiet">{note}</span> : null}
        </p>
      ) : null}
      {rows.length > 0 ? (
        <ul className="home-rows">
          {rows.map((row) => (
            <Row key={row.key} row={row} device={device} />
          ))}
        </ul>
      ) : null}
      {figures.length + rows.length === 0 && none ? <p className="quiet">{none}</p> : null}
    </HomeSection>
  )
}

/** The figures in groups that begin a row each: several of one currency, and what stands between them. */
function byCurrency(figures: readonly HomeFigure[]): readonly (readonly HomeFigure[])[] {
  const groups: HomeFigure[][] = []
  const alone = (at: number) => [at - 1, at + 1].every((near) => figures[near]?.currency !== figures[at]?.currency)
  for (const [at, figure] of figures.entries()) {
    const isWith = at > 0 && (figure.currency === figures[at - 1]?.currency || (alone(at) && alone(at - 1)))
    if (isWith) groups.at(-1)?.push(figure)
    else groups.push([figure])
  }
  return groups
}

/** A number that links to the list it counts, with its course. */
function Figure({ figure, device }: { readonly figure: HomeFigure; readonly device: HomeDevice }) {
  const { Link } = device
  const { label, value, isMore, currency, tone, course } = figure
  return (
    <Link to={addressOf(device, figure)} className={`figure ${currency ? 'figure-amount' : ''} tone-${tone}`}>
      <span className="figure-value">
        {currency ? <Amount value={value} currency={currency} /> : totalText(Number(value), isMore)}
      </span>
      <span className="figure-label">{label}</span>
      {course ? <Sparkline {...course} /> : null}
    </Link>
  )
}

function Row({ row, device }: { readonly row: HomeRow; readonly device: HomeDevice }) {
  const { Link } = device
  const { title, detail, said, amount, currency, tone } = row
  return (
    <li>
      <Link to={addressOf(device, row)} className={`home-row tone-${tone}`}>
        <span className="home-row-main">
          <strong>{title}</strong>
          <span className="quiet">{detail}</span>
          {said ? <q>{said}</q> : null}
        </span>
        <span className="home-row-amount">
          {amount === null ? null : <Amount value={amount} currency={currency} />}
        </span>
        <RowTime row={row} />
      </Link>
    </li>
  )
}

const isDay = (at: string) => at.length === 10

function RowTime({ row: { at, atIs } }: { readonly row: HomeRow }) {
  const now = useNow()
  if (at === null || atIs === null) return <span className="home-row-time" />
  const time = isDay(at) ? at : shortTimeText(at)
  const isOver = new Date(at).getTime() < now
  const limit = (end: 'remind' | 'escalate') => () => pageText(isOver ? 'home.over' : `home.${end}`, { time })
  const text = {
    remind: limit('remind'),
    escalate: limit('escalate'),
    due: () => pageText(isOver ? 'home.overdue' : 'home.due', { time }),
    since: () => pageText('home.since', { time: durationText(minutesSince(at, now)) }),
    until: () => pageText('home.until', { time }),
    done: () => time,
  }[atIs]()
  return (
    <time className="home-row-time" dateTime={at} title={isDay(at) ? at : formatTime(at)}>
      {text}
    </time>
  )
}
