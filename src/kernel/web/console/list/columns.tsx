import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { formatTime, minutesSince, timeText } from '#kernel/web/ui/time.ts'
import type { Person } from '../client/approval.ts'
import { pageText } from '../client/i18n.ts'
import { durationText } from '../duration.ts'
import { useNow } from '../use-now.ts'

/** One helper for each kind of list column, so that content and alignment are the same in all lists. */

type More<T> = Partial<Pick<Column<T>, 'width' | 'sort' | 'isFrozen' | 'isHidden' | 'isPrintHidden' | 'card'>>

/** `/` stands for an empty value (spec section 9). */
export function textColumn<T>(
  key: string,
  title: string,
  text: (row: T) => string | number | null | undefined,
  more: More<T> = {},
): Column<T> {
  return { key, title, render: (row) => shown(text(row)), ...more }
}

/** A code or number: tabular digits without grouping. */
export function codeColumn<T>(key: string, title: string, code: (row: T) => string, more: More<T> = {}): Column<T> {
  return { key, title, kind: 'code', render: (row) => <span className="code">{shown(code(row))}</span>, ...more }
}

/** The number of a document with a link; the column is frozen. */
export function documentColumn<T>(
  key: string,
  title: string,
  { no, address, label }: { no: (row: T) => string; address: (row: T) => string; label?: (row: T) => string },
  more: More<T> = {},
): Column<T> {
  const render = (row: T): ReactNode => (
    <Link className="code" to={address(row)} aria-label={label?.(row)}>
      {no(row)}
    </Link>
  )
  return { key, title, kind: 'document', render, isFrozen: true, width: 150, ...more }
}

export function stateColumn<T, S extends string>(
  key: string,
  title: string,
  {
    state,
    colours,
    text,
  }: { state: (row: T) => S; colours: Readonly<Record<S, StateColour>>; text: (state: S) => string },
  more: More<T> = {},
): Column<T> {
  return {
    key,
    title,
    kind: 'state',
    render: (row) => <StateMark colour={colours[state(row)]} text={text(state(row))} />,
    ...more,
  }
}

/** A state that a row may lack. */
export function optionalStateColumn<T, S extends string>(
  key: string,
  title: string,
  {
    state,
    colours,
    text,
  }: {
    state: (row: T) => S | null
    colours: Readonly<Record<S, StateColour>>
    text: (state: S) => string
  },
  more: More<T> = {},
): Column<T> {
  const render = (row: T): ReactNode => {
    const found = state(row)
    return found === null ? '/' : <StateMark colour={colours[found]} text={text(found)} />
  }
  return { key, title, kind: 'state', render, ...more }
}

export function amountColumn<T>(
  key: string,
  title: string,
  amount: (row: T) => string | null | undefined,
  { currency, ...more }: More<T> & { readonly currency?: (row: T) => string | null | undefined } = {},
): Column<T> {
  return {
    key,
    title,
    kind: 'amount',
    align: 'right',
    render: (row) => <Amount value={amount(row)} currency={currency?.(row) ?? null} />,
    ...more,
  }
}

export function timeColumn<T>(
  key: string,
  title: string,
  time: (row: T) => string | null | undefined,
  more: More<T> = {},
): Column<T> {
  return {
    key,
    title,
    kind: 'time',
    render: (row) => <time title={timeText(time(row))}>{formatTime(time(row))}</time>,
    ...more,
  }
}

/** One or several people by name. */
export function personColumn<T>(
  key: string,
  title: string,
  people: (row: T) => Person | readonly Person[] | null,
  more: More<T> = {},
): Column<T> {
  const names = (row: T): string => {
    const found = people(row)
    return (found === null ? [] : 'name' in found ? [found] : found).map(({ name }) => name).join(', ')
  }
  return { ...textColumn(key, title, names, more), kind: 'person' }
}

/** Waiting time, which grows while displayed. */
export function waitingColumn<T>(
  since: (row: T) => string | null | undefined,
  { key = 'waiting', title = pageText('approval.waiting'), ...more }: More<T> & { key?: string; title?: string } = {},
): Column<T> {
  const render = (row: T): ReactNode => {
    const at = since(row)
    return at ? <Waiting since={at} /> : '/'
  }
  // Not printed, because it would be outdated a minute later.
  return { key, title, kind: 'time', align: 'right', render, isPrintHidden: true, ...more }
}

function Waiting({ since }: { readonly since: string }) {
  const now = useNow()
  return <span title={timeText(since)}>{durationText(minutesSince(since, now))}</span>
}

function shown(text: string | number | null | undefined): string {
  return text === null || text === undefined || text === '' ? '/' : String(text)
}
