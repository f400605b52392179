import { Type } from 'typebox'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { budgetErrors } from '../budget.errors.ts'
import { beginningOf, localDay, nextDay } from './turnover.server.ts'

/** The end of a day in an area: postings before it count. */
export interface AsOf {
  readonly day: string
  /** The following day. */
  readonly untilDay: string
  readonly until: Date
}

/** The last closed day of an area. */
export type AreaDay =
  | { readonly timezone: string; readonly closedUntil: string; readonly closedAt: Date }
  | { readonly timezone: string; readonly closedUntil: ''; readonly closedAt: null }

const areaDay = prepared<{ timezone: string; closed_until: string | null; closed_at: Date | null }>(
  'budget.area-day',
  `select o.timezone, c.closed_until::text, c.closed_at from area a join organisation o on o.id = a.organisation_id
   left join budget_closing c on c.area_id = a.id where a.id = $1`,
)

export async function readAreaDay(tx: Tx, areaId: number): Promise<AreaDay> {
  const row = await tx.first(areaDay(areaId))
  const timezone = row?.timezone ?? 'UTC+00:00'
  if (!row?.closed_until || !row.closed_at) return { timezone, closedUntil: '', closedAt: null }
  return { timezone, closedUntil: row.closed_until, closedAt: row.closed_at }
}

/** `2026-11-20`: balances at the end of that day, in the area's time zone. */
export const asOfField = Type.Optional(
  Type.Union([Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), Type.Null()], {
    description: 'balances at the end of this day of the area; without it, of now',
  }),
)

/** The database has no year 0, and no data is older than this. */
const FIRST_DAY = '1900-01-01'

/** Null for current balances: no day was given, or the day is not over. */
export async function asOfOf(tx: Tx, areaId: number, day: string | null | undefined, now: Date): Promise<AsOf | null> {
  if (!day) return null
  if (day < FIRST_DAY || Number.isNaN(Date.parse(`${day}T00:00:00Z`)) || nextDay(day, 0) !== day)
    throw new Refused(budgetErrors.noSuchDay({ day }, { field: 'asOf' }))
  const { timezone } = await readAreaDay(tx, areaId)
  if (day >= localDay(now, timezone)) return null
  const untilDay = nextDay(day)
  return { day, untilDay, until: beginningOf(untilDay, timezone) }
}
