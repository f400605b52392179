import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import puppeteer from 'puppeteer-core'
import { fillSignIn, type Person } from '../support/person.ts'
import { launchOptions } from '../support/chromium.ts'
import { textsOf } from '../support/texts.ts'

export type Category = 'accessibility' | 'best-practices' | 'performance'

export interface Audited {
  /** The address at the end: it must be the page itself, not the sign-in. */
  readonly address: string
  /** Of 100, by category. */
  readonly scores: Readonly<Partial<Record<Category, number>>>
  /** The faults that keep a score below 100, each with the first elements that it names. */
  readonly faults: readonly string[]
  /** Milliseconds (and, for the shift of the layout, a share), by the audit's id. */
  readonly metrics: Readonly<Record<string, number>>
}

export interface Visit {
  readonly origin: string
  readonly account: string
  readonly path: string
  /** A text of the row that the page was opened for. */
  readonly shows: RegExp
}

/**
 * Lighthouse in a tab that is signed in. A session lives in its tab (spec section 3), so Lighthouse is handed the very tab in
 * which the account has signed in, and clears nothing.
 */
export async function whileSignedIn(
  { origin, account, path, shows }: Visit,
  look: (audit: (...categories: readonly Category[]) => Promise<Audited>) => Promise<void>,
): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...launchOptions.args, '--remote-debugging-port=0'],
    locale: 'en-US',
    viewport: null,
  })
  try {
    // The first tab keeps the person's stream of live events. Lighthouse waits until nothing is under way in its own.
    const first = context.pages()[0] ?? (await context.newPage())
    const person: Person = { account, language: 'en', context, page: first, texts: textsOf('en') }
    await first.goto(origin)
    await fillSignIn(person)
    await first.getByRole('heading', { level: 1 }).waitFor()
    const page = await context.newPage()
    await page.goto(origin + path)
    await page.getByText(shows).first().waitFor()
    const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
    const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null })
    const tab = (await browser.pages()).find((each) => each.url() === page.url())
    if (!tab) throw new Error('the signed-in tab is gone')
    await look(async (...categories) => {
      const result = await lighthouse(
        origin + path,
        { onlyCategories: [...categories], disableStorageReset: true, output: 'json', logLevel: 'error' },
        desktopConfig,
        tab,
      )
      if (!result) throw new Error('Lighthouse gave no result')
      if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message)
      return auditedOf(result.lhr)
    })
    await browser.disconnect()
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function auditedOf({ categories, audits, finalDisplayedUrl }: Report): Audited {
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  const faults = counted
    .map(({ id }) => audits[id])
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
    .map((audit) => `${audit?.id}: ${audit?.title} ${audit?.displayValue ?? ''} ${placesOf(audit?.details)}`)
  const metrics = Object.values(audits).flatMap((audit) =>
    audit.numericValue === undefined ? [] : [[audit.id, audit.numericValue] as const],
  )
  return {
    address: finalDisplayedUrl ?? '',
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
    ),
    faults: faults.map((fault) => fault.trim()),
    metrics: Object.fromEntries(metrics),
  }
}

function placesOf(details: unknown): string {
  const { items = [] } = (details ?? {}) as { readonly items?: readonly unknown[] }
  return JSON.stringify(items.slice(0, 3)).slice(0, 600)
}
