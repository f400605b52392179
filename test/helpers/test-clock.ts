import { machineTime, productNow, setClock } from '#kernel/base/clock/clock.ts'
import { readSettings } from '#kernel/base/config/config.ts'

// The tests have one day and one hour, whenever they run: the clock of the product is started there in every process of a test run, and
// the servers, workers and pages that tests start inherit it. `TEST_CLOCK=2028-02-29T20:00:00Z vitest run …` tries them at another moment.

/** The demonstration company of the tests is started at this moment, a little before the clock of the tests. */
export const DEMO_AT = new Date(process.env.TEST_CLOCK || '2026-11-18T06:00:00Z')
const BETWEEN_MS = 60_000

// An installation that runs already, for tests or for pictures of it, has the time of its own machine.
const isOfAnother = process.env.E2E_BASE_URL !== undefined || process.argv.some((word) => word.startsWith('http'))
if (!isOfAnother) {
  // A process below this one finds both, and has the same time.
  if (process.env.CLOCK_SINCE === undefined) {
    process.env.CLOCK_AT = new Date(DEMO_AT.getTime() + BETWEEN_MS).toISOString()
    process.env.CLOCK_SINCE = new Date(machineTime()).toISOString()
  }
  setClock(readSettings({ CLOCK_AT: process.env.CLOCK_AT, CLOCK_SINCE: process.env.CLOCK_SINCE }).clock)
}

/** The day so many days from today, by UTC. */
export function testDay(days = 0): string {
  return new Date(productNow().getTime() + days * 86_400_000).toISOString().slice(0, 10)
}
