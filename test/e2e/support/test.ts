import { test as base } from '@playwright/test'

interface Given {
  /** Where the product runs. */
  readonly origin: string
  readonly everyoneLeaves: void
}

export const test = base.extend<Given>({
  origin: async ({ baseURL }, give) => {
    await give(baseURL ?? '')
  },
  everyoneLeaves: [
    async ({ browser }, give) => {
      await give()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
