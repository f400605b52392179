import type { Page } from '@playwright/test'

/** Goes to another page of the same entry as a link would: nothing is loaded again, which takes a tenth of the time of a full load. */
export async function walkTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
}
