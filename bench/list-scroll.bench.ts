// A page of 500 rows and 12 columns: how soon it is shown after its data arrived, and the cost of scrolling.
import './lib/find-browser.ts'
import { type Browser, chromium, type Page } from '@playwright/test'
import { Shutdown } from '#app/launch/shutdown.ts'
import { ensureWebBuild } from '#app/launch/web-build.ts'
import { DEMO_PASSWORD } from '#app/demo-provider/demo-accounts.ts'
import { budgetWorld } from '#test/helpers/budget/budget-world.ts'
import { launchOptions } from '#test/e2e/support/chromium.ts'
import { benchDatabase } from './lib/database.ts'
import { atRest } from './lib/page-visits.ts'
import { startServer } from './lib/processes.ts'
import { IS_SMALL, load, median, printGoals, printTable, setting } from './lib/report.ts'
import { type Scrolled, traced } from './lib/trace.ts'

const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
const ROWS = 500
/** Turns of the wheel in each direction. */
const TURNS = IS_SMALL ? 5 : 60
const COLUMNS = [
  'budgetCode',
  'country',
  'project',
  'period',
  'currency',
  'current',
  'available',
  'held',
  'granted',
  'revoked',
  'occupied',
  'committed',
]
const HIDDEN = ['accrued', 'executed', 'pool', 'department', 'businessType', 'productLine']
const LIST = '/budget/pc/country/list'

interface Envelope {
  readonly data: { readonly records: readonly Readonly<Record<string, unknown>>[] }
}

/** Five hundred rows copied from the existing one, with the goal's columns. */
async function fill(page: Page): Promise<void> {
  await page.route('**/oversea/aps/budget/country/page', async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as Envelope
    const [first] = envelope.data.records
    const { limit } = route.request().postDataJSON() as { limit: number }
    const records = Array.from({ length: limit }, (_, at) => ({ ...first, budgetCode: `BL${900_000_000 + at}` }))
    await route.fulfill({
      response: answer,
      json: { ...envelope, data: { records, recordTotal: ROWS, capped: false } },
    })
  })
  await page.route('**/user/preference', (route) =>
    route.fulfill({
      json: {
        code: 200,
        msg: 'success',
        data: {
          preferences: {
            'list.budgetLine': {
              columns: { order: [...COLUMNS, ...HIDDEN], hidden: HIDDEN, pinned: ['budgetCode'], widths: {} },
            },
          },
        },
      },
    }),
  )
}

declare global {
  interface Window {
    /** When the body of the list's answer was read, by the page's clock. */
    arrivedAt?: number
  }
}

/** Milliseconds from the answer's last byte until the rows are painted. */
async function appears(page: Page): Promise<number> {
  const shown = page.evaluate(
    (rows) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const row = document.querySelector('tbody tr[data-row="20"]')
          if (!row || document.querySelector('table')?.getAttribute('aria-rowcount') !== String(rows + 1)) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { childList: true, subtree: true, attributes: true })
      }),
    ROWS,
  )
  await page.getByRole('button', { name: /^Rows per page/ }).click()
  await page.getByRole('menuitem', { name: '500 / page', exact: true }).click()
  const at = await shown
  return at - (await page.evaluate(() => window.arrivedAt ?? Number.NaN))
}

/** Records when the body of the list's answer has been read. */
function noteArrival(): void {
  const fetchOf = window.fetch.bind(window)
  window.fetch = async (...args) => {
    const response = await fetchOf(...args)
    if (response.url.endsWith('/budget/country/page')) {
      const read = response.text.bind(response)
      response.text = async () => {
        const text = await read()
        window.arrivedAt = performance.now()
        return text
      }
    }
    return response
  }
}

/** Scrolls down the whole page and up again by wheel. */
async function scroll(page: Page, box: string): Promise<void> {
  const place = await page.locator(box).boundingBox()
  if (!place) throw new Error(`${box} is not there`)
  await page.mouse.move(place.x + 300, place.y + 200)
  for (const direction of [1, -1]) {
    for (let turn = 0; turn < TURNS; turn += 1) {
      await page.mouse.wheel(0, direction * 300)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    }
  }
}

async function product(browser: Browser, origin: string): Promise<{ appeared: number; scrolled: Scrolled }> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(noteArrival)
  await fill(page)
  await page.goto(origin + LIST)
  await page.locator('input[name=account]').fill('in.channel')
  await page.locator('input[name=password]').fill(DEMO_PASSWORD)
  await page.locator('input[name=password]').press('Enter')
  await page.locator('tbody tr[data-row]').first().waitFor()
  await atRest(page)
  const appeared = await appears(page)
  const session = await context.newCDPSession(page)
  const scrolled = await traced(session, () => scroll(page, '.table-scroll'))
  await context.close()
  return { appeared, scrolled }
}

/** The floor of such a table: all rows as plain text, without listeners. */
async function floor(browser: Browser): Promise<{ appeared: number; scrolled: Scrolled }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const cells = COLUMNS.map((_, at) => `<td>${at > 4 ? '1,234,567.00' : 'Text of a cell'}</td>`).join('')
  const html = `<table><thead><tr>${COLUMNS.map((name) => `<th>${name}</th>`).join('')}</tr></thead><tbody>${`<tr>${cells}</tr>`.repeat(ROWS)}</tbody></table>`
  await page.setContent(
    `<style>#box{height:520px;overflow:auto}td{height:36px;padding:0 12px;white-space:nowrap}th{position:sticky;top:0;background:#fff}</style><div id="box"></div>`,
  )
  const appeared = await page.evaluate(async (text) => {
    const from = performance.now()
    document.getElementById('box')!.innerHTML = text
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - from
  }, html)
  const session = await context.newCDPSession(page)
  const scrolled = await traced(session, () => scroll(page, '#box'))
  await context.close()
  return { appeared, scrolled }
}

await ensureWebBuild(new Shutdown(), (text) => console.log(text))
const database = await benchDatabase('listscroll')
const world = await budgetWorld(database.url, '1000.00', 4)
const granted = await world.submit('in.channel', [{ amount: '60.00' }])
await world.approveAll(granted.formInstanceId!)
const server = await startServer(database.url, { HOST: 'localhost' })
const browser = await chromium.launch(launchOptions)
try {
  const busy = load()
  const rounds: { of: string; appeared: number; scrolled: Scrolled }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ of: 'product', ...(await product(browser, `http://localhost:${server.port}`)) })
    rounds.push({ of: 'plain table', ...(await floor(browser)) })
  }
  const rows = ['product', 'plain table'].map((name) => {
    const mine = rounds.filter(({ of }) => of === name)
    const of = (value: (round: (typeof rounds)[number]) => number) => median(mine.map(value))
    return {
      name,
      appeared: of(({ appeared }) => appeared),
      longest: of(({ scrolled }) => scrolled.longestTask),
      byClock: of(({ scrolled }) => scrolled.longestByClock),
      frame: of(({ scrolled }) => scrolled.frameMedian),
      frame95: of(({ scrolled }) => scrolled.frame95),
      frames: of(({ scrolled }) => scrolled.frames),
    }
  })
  printTable(
    rows.map(({ name, appeared, longest, byClock, frame, frame95, frames }) => ({
      [`${ROWS} rows, ${COLUMNS.length} columns`]: name,
      'appears ms': appeared.toFixed(0),
      'longest task, processor ms': longest.toFixed(1),
      'by the clock ms': byClock.toFixed(1),
      'script and layout a frame ms': frame.toFixed(2),
      '95 % of frames ms': frame95.toFixed(2),
      frames: frames.toFixed(0),
    })),
  )
  console.log(`median of ${ROUNDS} rounds, each with both; load before ${busy}, after ${load()}`)
  const [own] = rows
  if (own) {
    printGoals([
      { what: 'rows stand after their data came', value: own.appeared, goal: 200, is: 'most', unit: 'ms' },
      { what: 'longest task while scrolling', value: own.longest, goal: 50, is: 'most', unit: 'ms' },
      { what: 'script and layout of a frame, median', value: own.frame, goal: 16.7, is: 'most', unit: 'ms' },
    ])
  }
} finally {
  await browser.close()
  await server.close()
  await world.close()
  await database.close()
}
