import { dayAfter } from '#kernel/base/clock/day.ts'
import { dayOf } from '../shared/price-sql.ts'
import type { PriceState } from './price-row.list.ts'

// Which rows were in the list at an instant, and in which state: now, or at the end of a day in the zone of each row's organisation.

export interface PriceRowFilters {
  readonly areaId?: string | number
  readonly idcCode?: string
  readonly skuCode?: string
  readonly spuCode?: string
  readonly classificationCode?: string
  readonly customerCode?: string
  readonly tradeTermCode?: string
  readonly currency?: string
  readonly state?: PriceState | ''
  readonly basis?: string
  /** Days of which a price holds at least one: the first, and the one after the last. */
  readonly effectiveFrom?: string
  readonly effectiveTo?: string
  /** Times between which it was entered. */
  readonly enteredFrom?: string
  readonly enteredTo?: string
  /** Beginning of the number of a document. */
  readonly no?: string
  /** A day: what the list said when it ended, of the prices that were in force on it unless a state is named. */
  readonly asOf?: string
  /** What stands of one key; no call takes it. */
  readonly keyId?: number
}

type Add = (value: unknown) => string

export const given = (value: string | number | undefined): value is string | number =>
  value !== undefined && String(value).trim() !== ''

/** The instant at which a row is judged: now, or the end of the named day where the row's organisation is. */
export function atOf({ asOf }: PriceRowFilters, now: Date, add: Add): () => string {
  // A statement takes no value that it does not use.
  return () => (given(asOf) ? 'o.at' : `${add(now)}::timestamptz`)
}

/**
 * The organisations, with the end of the named day in each and what its clock is ahead: both are worked out once for each of them, not for each row. They are
 * grouped to keep PostgreSQL from doing that anyway; `offset 0` would, too, but rows that are joined to a limited subquery are read by one process alone.
 */
export function organisations({ asOf }: PriceRowFilters, add: Add): string {
  return given(asOf)
    ? `(select id, timezone, substr(timezone, 4)::interval as ahead, day_begin(${add(dayAfter(asOf))}::date, timezone) - interval '1 microsecond' as at
        from organisation group by id) o`
    : 'organisation o'
}

/** The day of an instant where the organisation `o` is, as `organisations` has it. */
export const dayAt = (instant: string, { asOf }: PriceRowFilters): string =>
  given(asOf) ? `((${instant} at time zone 'UTC') + o.ahead)::date` : dayOf(instant)

/** Earliest and latest end of a day in any zone: instants that are known before a row's organisation is. */
const endsOf = (day: string) => ({ earliest: `${day}T09:00:00Z`, latest: `${dayAfter(day)}T12:00:00Z` })

const OPEN = 'r.known_until is null'
const REVOKED = `r.known_until is not null and r.ended_by = 'revoke'`

/**
 * Whether a time of a row has been reached at the instant, and whether one that ends it lies beyond it. As of a day the instant differs by organisation:
 * only times at which the day is ending somewhere are compared with it, and all others with the first and the last of these ends.
 */
function comparedWith({ asOf }: PriceRowFilters, at: () => string, add: Add) {
  if (!given(asOf))
    return {
      reached: (time: string) => `${time} <= ${at()}`,
      beyond: (time: string) => `(${time} is null or ${time} > ${at()})`,
    }
  // Each is added where it is used: a statement takes no value that it does not use.
  const first = () => `${add(endsOf(asOf).earliest)}::timestamptz`
  const last = () => `${add(endsOf(asOf).latest)}::timestamptz`
  return {
    reached: (time: string) => `${time} < ${last()} and (${time} < ${first()} or ${time} <= ${at()})`,
    beyond: (time: string) =>
      `(${time} is null or ${time} > ${first()} and (${time} >= ${last()} or ${time} > ${at()}))`,
  }
}

/** What was in the list at an instant, and what had been revoked by then; now it is what nothing has ended yet. */
export function known(asked: PriceRowFilters, at: () => string, add: Add) {
  if (!given(asked.asOf)) return { open: () => OPEN, revoked: () => REVOKED }
  const { reached, beyond } = comparedWith(asked, at, add)
  return {
    open: () => `${reached('r.known_from')} and ${beyond('r.known_until')}`,
    revoked: () => `${reached('r.known_from')} and r.known_until <= ${at()} and r.ended_by = 'revoke'`,
  }
}

/** The conditions of the states; a state that is not asked for has none. */
export function stateSql(asked: PriceRowFilters, at: () => string, add: Add): readonly string[] {
  const { open, revoked } = known(asked, at, add)
  const { reached, beyond } = comparedWith(asked, at, add)
  switch (asked.state || (given(asked.asOf) ? 'effective' : '')) {
    case 'pending':
      return [`${open()} and r.valid_from > ${at()}`]
    case 'effective':
      return [`${open()} and ${reached('r.valid_from')} and ${beyond('r.valid_to')}`]
    case 'expired':
      return [`${open()} and r.valid_to <= ${at()}`]
    case 'inactivated':
      return [revoked()]
    case '':
      return [open(), revoked()]
  }
}

/** The condition of all the states that are asked for. */
export function statesOf(asked: PriceRowFilters, at: () => string, add: Add): string {
  const states = stateSql(asked, at, add).map((each) => `(${each})`)
  return states.length === 1 ? states[0]! : `(${states.join(' or ')})`
}
