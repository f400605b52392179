import type { AreaWork } from '#kernel/platform/jobs/area-work.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'

/** Moves carry the time at which they happened, and a document that moves takes less: after that a day is complete. */
const AFTER_MS = 3_600_000
/** Days per transaction, so that a backlog of years is no single one. */
const MOST_DAYS = 100

/** Countries with customers; the first day is that of the first thing that was counted. */
const enterCountries = prepared(
  'device.enter-days',
  `insert into device_day (scope_id, zone, closed_until)
   select o.id, o.timezone, day_in(coalesce((select min(at) from device_count), $1), o.timezone) from organisation o
   where o.id in (select scope_id from customer) and not exists (select from device_day d where d.scope_id = o.id)
   on conflict do nothing`,
)
const openDays = prepared<{ readonly scope: number; readonly zone: string; readonly day: string }>(
  'device.open-days',
  `select scope_id as scope, zone, closed_until::text as day from device_day order by closed_until, scope_id`,
)
const closeDay = prepared('device.close-day', `select device_close_day($1, $2::date)`)

/** Adds up what counts for customers, day by day of their country, once a day is over (decision 141). */
export const closedDaysWork: AreaWork = {
  name: 'volumes of devices by day',
  everySeconds: 600,
  async run({ now, transaction }) {
    const at = now()
    await transaction((tx) => tx.run(enterCountries(at)))
    return transaction(async (tx) => {
      const over = (await tx.rows(openDays())).filter(
        ({ zone, day }) => day < dayIn(zone, new Date(at.getTime() - AFTER_MS)),
      )
      for (const { scope, day } of over.slice(0, MOST_DAYS)) await tx.run(closeDay(scope, day))
      return over.length > 0
    })
  },
}
