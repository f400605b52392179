import type { Page } from '@playwright/test'

/**
 * Waits until nothing more has arrived for a moment. Not Playwright's `networkidle`: the stream of live events stays open as
 * long as the page does.
 */
export async function quiet(page: Page, milliseconds = 250): Promise<void> {
  await page.evaluate(
    (wait) =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, wait)
        new PerformanceObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(done, wait)
        }).observe({ type: 'resource' })
      }),
    milliseconds,
  )
}
