import { test as base } from '@playwright/test'
import '#test/helpers/test-clock.ts'
import { Complaints, hearAll } from './complaints.ts'

interface Given {
  /** The address of the product. */
  readonly origin: string
  /** A test names the console errors that it causes on purpose; any other fails it. */
  readonly complaints: Complaints
  readonly everyoneLeaves: void
}

export const test = base.extend<Given>({
  origin: async ({ baseURL }, give) => {
    await give(baseURL ?? '')
  },
  complaints: [
    async ({ browser }, give) => {
      const complaints = new Complaints()
      const stop = hearAll(browser, complaints)
      await give(complaints)
      stop()
      complaints.check()
    },
    { auto: true },
  ],
  everyoneLeaves: [
    async ({ browser, complaints }, give) => {
      await give(void complaints)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
