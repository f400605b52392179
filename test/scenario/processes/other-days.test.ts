import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockAhead } from '#kernel/base/clock/clock.ts'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { type DayStory, dayStory } from './day-story.ts'

// All other tests have one day. Here the product is started at moments at which calendars, zones and clocks change, on a machine whose own
// clock changes twice a year. `npm test` tries one of those that are marked, which the commit chooses, `npm run soak` all (SOAK_DAYS=1).

interface Moment {
  readonly at: string
  readonly what: string
  /** The second place of the day, beside India: its region and its clock. */
  readonly there?: readonly [idc: string, zone: string]
  readonly machine?: string
  readonly short?: true
}

const MOMENTS: readonly Moment[] = [
  {
    at: '2026-12-31T23:30:00Z',
    what: 'the last half hour of a year by UTC, while the east has begun the next',
    short: true,
  },
  { at: '2027-01-01T02:00:00Z', what: 'the first morning of a year' },
  { at: '2028-02-29T20:00:00Z', what: 'the day of a leap year, in India already over', short: true },
  { at: '2027-04-30T15:30:00Z', what: 'the last evening of a month in UTC+08:00', there: ['SEA', 'UTC+08:00'] },
  { at: '2027-04-30T18:00:00Z', what: 'the last evening of a month in UTC+05:30' },
  { at: '2027-04-30T20:30:00Z', what: 'the last evening of a month in UTC+03:00', there: ['MEA', 'UTC+03:00'] },
  { at: '2027-05-01T05:30:00Z', what: 'the last evening of a month in UTC-06:00', there: ['LATAM', 'UTC-06:00'] },
  {
    at: '2027-03-28T00:59:30Z',
    what: 'half a minute before summer time begins on the machine',
    machine: 'Europe/Berlin',
  },
  { at: '2027-10-31T00:30:00Z', what: 'the hour that the machine’s clock shows twice', machine: 'Europe/Berlin' },
]

const chosen = process.env.SOAK_DAYS
  ? MOMENTS
  : variantsOfThisRun(
      'other days',
      MOMENTS.filter(({ short }) => short),
    )

describe.each(chosen)('the product at $at, $what', ({ at, there, machine = 'America/New_York' }) => {
  const ahead = clockAhead()
  let story: DayStory

  beforeAll(async () => {
    story = await dayStory(new Date(at), ['IN', ...(there ? [there[0]] : [])], machine)
  }, 300_000)

  afterAll(async () => {
    await story?.close()
    expect(Math.abs(clockAhead() - ahead)).toBeLessThan(5)
  })

  it('a budget application is submitted, approved, posted and audited on that day', async () => {
    await story.grant('IN', 'UTC+05:30')
    if (there) await story.grant(...there)
  })

  it('the month-end accrual run accrues what a scheme owes on that day', () => story.monthEnd())

  it("the rest of last year's budget is carried over on that day", () => story.yearEnd())

  it('balances and audit are intact after that day', () => story.sound())
})
