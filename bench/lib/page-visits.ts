import { readdirSync, readFileSync } from 'node:fs'
import { type BrowserContext, type BrowserServer, chromium, type Page } from '@playwright/test'
import { launchOptions } from '#test/e2e/support/chromium.ts'

/** How to open a page of the product, or the plain one, and how to recognise its content. */
export interface Visit {
  readonly name: string
  /** Null where no sign-in is needed. */
  readonly account: string | null
  readonly path: string
  readonly phone: boolean
  /** A row, or the document. */
  readonly shows: string
}

export interface Opened {
  /** Until rows are drawn: from the key that signs in, or from the start of the navigation. */
  readonly seconds: number
  /** Until the HTML has arrived. */
  readonly html: number
  /** Of all browser processes, until the page is idle. */
  readonly cpu: number
  readonly renderer: number
}

export interface Weight {
  readonly files: number
  readonly kilobytes: number
}

/** Network idle time after which a page counts as idle; a small run measures nothing and waits less. */
const REST_MS = process.env['BENCH_SMALL'] === '1' ? 200 : 1_500

/** A browser whose processor time can be read. */
export async function startBrowser(executablePath: string) {
  const server = await chromium.launchServer({ ...launchOptions, executablePath })
  const browser = await chromium.connect(server.wsEndpoint())
  return {
    browser,
    cpu: () => cpuOf(server),
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

export type Chromium = Awaited<ReturnType<typeof startBrowser>>

function cpuOf(server: BrowserServer): { readonly all: number; readonly renderer: number } {
  const parents = new Map<number, { readonly parent: number; readonly seconds: number; readonly isRenderer: boolean }>()
  for (const name of process.platform === 'linux' ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')
      const isRenderer = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer')
      const seconds = (Number(fields[11]) + Number(fields[12])) / 100
      parents.set(Number(name), { parent: Number(fields[1]), seconds, isRenderer })
    } catch {
      // It has ended.
    }
  }
  const family = new Set([server.process().pid ?? 0])
  for (const _ of parents) for (const [pid, { parent }] of parents) if (family.has(parent)) family.add(pid)
  const own = [...parents].filter(([pid]) => family.has(pid)).map(([, process]) => process)
  const sum = (list: typeof own) => list.reduce((total, { seconds }) => total + seconds, 0)
  return { all: sum(own), renderer: sum(own.filter(({ isRenderer }) => isRenderer)) }
}

/**
 * Records when an element of the page's content has been painted, by the page's clock. Not polled from outside, which
 * would cost the page time.
 */
const watchFor = (selector: string) => `(() => {
  if (window !== top) return
  const look = () => {
    if (window.__shownAt || !document.querySelector(${JSON.stringify(selector)})) return
    window.__shownAt = -1
    requestAnimationFrame(() => setTimeout(() => { window.__shownAt = performance.timeOrigin + performance.now() }))
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
})()`

export async function newcomer({ browser }: Chromium, { phone, shows }: Pick<Visit, 'phone' | 'shows'>) {
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    ...(phone ? { hasTouch: true, isMobile: true } : {}),
  })
  await context.addInitScript(watchFor(shows))
  return context
}

/** A connection of 150 ms and 10 Mbit/s, as simulated by the browser's own tools. */
export async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const tools = await context.newCDPSession(page)
  const bytes = 10_000_000 / 8
  const conditions = { offline: false, latency: 150, downloadThroughput: bytes, uploadThroughput: bytes }
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', conditions)
}

export async function typeSignIn(page: Page, account: string, password: string): Promise<void> {
  await page.locator('input[name=account]').fill(account)
  await page.locator('input[name=password]').fill(password)
}

/** Opens a page, and waits until it shows its content and is idle. */
export async function timed(chromiumOf: Chromium, page: Page, open: () => Promise<unknown>): Promise<Opened> {
  const before = chromiumOf.cpu()
  const begun = performance.timeOrigin + performance.now()
  await open()
  const shown = await shownAt(page)
  await atRest(page)
  const after = chromiumOf.cpu()
  const html = (await page.evaluate(
    'performance.timeOrigin + performance.getEntriesByType("navigation")[0].responseStart',
  )) as number
  return {
    seconds: (shown - begun) / 1000,
    html: (html - begun) / 1000,
    cpu: after.all - before.all,
    renderer: after.renderer - before.renderer,
  }
}

/** Polled ten times a second, so that it costs nothing. During a navigation there is no page to ask. */
async function shownAt(page: Page): Promise<number> {
  const until = performance.now() + 60_000
  for (;;) {
    const at = (await page.evaluate('window.__shownAt ?? 0').catch(() => 0)) as number
    if (at > 0) return at
    if (performance.now() > until) throw new Error(`${page.url()} does not show what it was opened for`)
    await page.waitForTimeout(100)
  }
}

/** Waits until the network has been idle for a while. There is no event for that, so this polls. */
export async function atRest(page: Page): Promise<void> {
  let count = -1
  for (;;) {
    const now = (await page.evaluate('performance.getEntriesByType("resource").length')) as number
    if (now === count) return
    count = now
    await page.waitForTimeout(REST_MS)
  }
}

interface Resource {
  readonly path: string
  readonly bytes: number
}

/**
 * Scripts and styles requested by the page, with the browser's sizes: compressed ones as transferred, and cached ones
 * as originally transferred.
 */
export async function fetchedBy(page: Page): Promise<readonly Resource[]> {
  const all = (await page.evaluate(
    `performance.getEntriesByType('resource').map((e) => ({ path: new URL(e.name).pathname, bytes: e.encodedBodySize }))`,
  )) as readonly Resource[]
  return [...new Map(all.filter(({ path }) => /\.(m?js|css)$/.test(path)).map((file) => [file.path, file])).values()]
}

export function weightOf(files: readonly Resource[]): Weight {
  return { files: files.length, kilobytes: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000 }
}
