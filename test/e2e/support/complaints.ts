import { type Browser, type BrowserContext, expect } from '@playwright/test'

/**
 * Console errors of all browsers of a test, and every uncaught error and rejection. A test that causes one on purpose
 * (a refusal, a lost network) names it; any other is a fault of the page.
 */
export class Complaints {
  private readonly heard: string[] = []
  private readonly expected: RegExp[] = []

  /** @param pattern is looked for in the complaint: `400 (Bad Request) /aps/budget/…`, or the error's own text */
  expect(pattern: RegExp): void {
    this.expected.push(pattern)
  }

  listenTo(context: BrowserContext): void {
    context.on('weberror', (error) => {
      const cause = error.error()
      this.heard.push(`uncaught on ${pathOf(error.page()?.url())}: ${cause.stack ?? cause.message}`)
    })
    context.on('console', (message) => {
      if (message.type() !== 'error') return
      const text = message.text().replace('Failed to load resource: the server responded with a status of ', '')
      this.heard.push(`${text} ${pathOf(message.location().url)} (on ${pathOf(message.page()?.url())})`)
    })
  }

  check(): void {
    const unexpected = this.heard.filter((text) => !this.expected.some((pattern) => pattern.test(text)))
    expect(
      unexpected,
      'nothing unexpected in the console (what a test brings about it names: complaints.expect)',
    ).toEqual([])
  }
}

/** Listens to every context that the test opens, until the returned function is called. */
export function hearAll(browser: Browser, complaints: Complaints): () => void {
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open(options)
    complaints.listenTo(context)
    return context
  }
  return () => {
    browser.newContext = open
  }
}

function pathOf(address: string | undefined): string {
  return URL.canParse(address ?? '') ? new URL(address ?? '').pathname : (address ?? '')
}
