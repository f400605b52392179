import type { AreaWork } from '#kernel/platform/jobs/area-work.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'

/** Moves carry the time at which they happened, and a document that moves takes less: after that a day is complete. */
const AFTER_MS = 3_600_000
/** Countries per call, and days of a country per transaction, so that a backlog of years is no single one. */
const MOST_COUNTRIES = 10
const MOST_DAYS = 100

/** Stock is counted from so many days before the first time: each costs as much as a night. */
const FIRST_DAYS = 7
/** Days of customers and products of a country whose stock is counted again per transaction. */
const MOST_AGAIN = 200

const enterCountries = prepared('device.enter-days', `select device_enter_days($1, ${FIRST_DAYS})`)
const openDays = prepared<{ readonly scope: number; readonly zone: string; readonly day: string }>(
  'device.open-days',
  `select scope_id as scope, zone, closed_until::text as day from device_day order by closed_until, scope_id`,
)
const closeDays = prepared('device.close-days', `select device_close_days($1, $2::date, $3::date)`)

const uncounted = prepared<{ readonly scope: number; readonly day: string }>(
  'device.uncounted-stock',
  `select scope_id as scope, stock_until::text as day from device_day where stock_until < closed_until order by stock_until, scope_id limit $1`,
)
const countStock = prepared('device.count-stock', `select device_count_stock($1, $2::date)`)
const late = prepared<{ readonly scope: number }>(
  'device.late-stock',
  `select scope_id as scope from device_stock_late order by scope_id limit 1`,
)
const recount = prepared('device.recount-stock', `select device_recount_stock($1, ${MOST_AGAIN})`)

/**
 * Adds up what counts for customers, day by day of their country, once a day is over, and counts the stock that it ended with (decision 141). Each country
 * has transactions of its own: one that held a country and waited for the next could wait for a set of devices that goes through both.
 */
export const closedDaysWork: AreaWork = {
  name: 'volumes and stock of devices by day',
  everySeconds: 600,
  async run({ now, reading, transaction }) {
    const at = now()
    await transaction((tx) => tx.run(enterCountries(at)))
    const over = (await reading((tx) => tx.rows(openDays())))
      .map((each) => ({ ...each, today: dayIn(each.zone, new Date(at.getTime() - AFTER_MS)) }))
      .filter(({ day, today }) => day < today)
    for (const { scope, day, today } of over.slice(0, MOST_COUNTRIES)) {
      const until = dayAfter(day, MOST_DAYS)
      await transaction((tx) => tx.run(closeDays(scope, day, until < today ? until : today)))
    }
    if (over.length > 0) return true
    const days = await reading((tx) => tx.rows(uncounted(MOST_COUNTRIES)))
    for (const { scope, day } of days) await transaction((tx) => tx.run(countStock(scope, day)))
    const changed = await reading((tx) => tx.first(late()))
    if (changed) await transaction((tx) => tx.run(recount(changed.scope)))
    return days.length > 0 || changed !== undefined
  },
}
