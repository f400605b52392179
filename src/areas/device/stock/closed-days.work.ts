import type { AreaWork } from '#kernel/platform/jobs/area-work.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'

/** Moves carry the time at which they happened, and a document that moves takes less: after that a day is complete. */
const AFTER_MS = 3_600_000
/** Countries and days of a country per transaction, so that a backlog of years is no single one. */
const MOST_COUNTRIES = 10
const MOST_DAYS = 100

/** The same of stock, which reads every device that the country has. */
const MOST_STOCK_DAYS = 10

/** Stock is counted from so many days before the first time: each costs as much as a night. */
const FIRST_DAYS = 7
/** Customers and products of a country whose stock is counted again per transaction. */
const MOST_AGAIN = 200

/** Countries with customers; the first day is that of the first thing that was counted. */
const enterCountries = prepared(
  'device.enter-days',
  `insert into device_day (scope_id, zone, closed_until, stock_until)
   select o.id, o.timezone, f.day, greatest(f.day, day_in($1, o.timezone) - ${FIRST_DAYS}) from organisation o
   cross join lateral (select day_in(coalesce((select min(at) from device_count), $1), o.timezone) as day) f
   where o.id in (select scope_id from customer) and not exists (select from device_day d where d.scope_id = o.id)
   on conflict do nothing`,
)
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

/** Adds up what counts for customers, day by day of their country, once a day is over, and counts the stock that it ended with (decision 141). */
export const closedDaysWork: AreaWork = {
  name: 'volumes and stock of devices by day',
  everySeconds: 600,
  async run({ now, transaction }) {
    const at = now()
    await transaction((tx) => tx.run(enterCountries(at)))
    const added = await transaction(async (tx) => {
      const over = (await tx.rows(openDays()))
        .map((each) => ({ ...each, today: dayIn(each.zone, new Date(at.getTime() - AFTER_MS)) }))
        .filter(({ day, today }) => day < today)
      for (const { scope, day, today } of over.slice(0, MOST_COUNTRIES)) {
        const until = dayAfter(day, MOST_DAYS)
        await tx.run(closeDays(scope, day, until < today ? until : today))
      }
      return over.length > 0
    })
    if (added) return true
    return transaction(async (tx) => {
      const days = await tx.rows(uncounted(MOST_STOCK_DAYS))
      for (const { scope, day } of days) await tx.run(countStock(scope, day))
      const changed = await tx.first(late())
      if (changed) await tx.run(recount(changed.scope))
      return days.length > 0 || changed !== undefined
    })
  },
}
