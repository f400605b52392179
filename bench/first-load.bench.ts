// What a browser that was never here loads of script and style from signing in until a list shows its rows, and what each
// further page brings of its own.
import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureWebBuild } from '#app/launch/web-build.ts'
import { DEMO_PASSWORD } from '#kernel/access/demo-provider/demo-accounts.ts'
import { Shutdown } from '#app/launch/shutdown.ts'
import { budgetWorld } from '#test/helpers/budget-world.ts'
import { quiet } from '#test/e2e/support/quiet.ts'
import { findChromium } from '../bin/lib/chromium.js'
import { benchDatabase } from './lib/database.ts'
import { startServer } from './lib/processes.ts'
import { load, median, printGoals, printTable, setting } from './lib/report.ts'

const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

interface Visit {
  readonly name: string
  readonly account: string
  readonly path: string
  readonly phone: boolean
  /** Text of a row, or of the document: the page shows what it was opened for. */
  readonly shows: RegExp
  readonly goal: number
}

interface Loaded {
  readonly script: number
  readonly style: number
  readonly files: number
  /** What came when the rows stood already. */
  readonly later: number
  readonly seconds: number
}

/** What a page has loaded, by address; a file that an earlier page brought counts with its size, once. */
async function resources(
  page: Page,
): Promise<{ readonly name: string; readonly bytes: number; readonly end: number }[]> {
  return page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, encodedBodySize, responseEnd } = entry as typeof entry & {
        encodedBodySize: number
        responseEnd: number
      }
      return { name: new URL(name).pathname, bytes: encodedBodySize, end: responseEnd }
    }),
  )
}

function newcomer(browser: Browser, isPhone: boolean) {
  return browser.newContext({
    locale: 'en-US',
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    ...(isPhone ? { hasTouch: true, isMobile: true } : {}),
  })
}

/** Compressed bytes of script and style, of every page on the way (the provider's too). */
async function visited(browser: Browser, origin: string, visit: Visit): Promise<Loaded> {
  const context = await newcomer(browser, visit.phone)
  const page = await context.newPage()
  await page.goto(origin + visit.path)
  await page.locator('input[name=account]').fill(visit.account)
  await page.locator('input[name=password]').fill(DEMO_PASSWORD)
  const signIn = await resources(page)
  await page.locator('input[name=password]').press('Enter')
  const started = performance.now()
  await page.getByText(visit.shows).first().waitFor({ timeout: 30_000 })
  const seconds = (performance.now() - started) / 1000
  const shown = await page.evaluate(() => performance.now())
  await quiet(page, 2_000)
  const app = await resources(page)
  await context.close()
  const files = new Map([...app, ...signIn.map((file) => ({ ...file, end: 0 }))].map((file) => [file.name, file]))
  const of = (ending: RegExp, early: boolean) =>
    [...files.values()].filter((file) => ending.test(file.name) && file.end <= shown === early)
  const sum = (list: readonly { readonly bytes: number }[]) =>
    list.reduce((total, { bytes }) => total + bytes, 0) / 1000
  return {
    script: sum(of(/\.m?js$/, true)),
    style: sum(of(/\.css$/, true)),
    files: of(/\.(m?js|css)$/, true).length,
    later: sum(of(/\.(m?js|css)$/, false)),
    seconds,
  }
}

interface Further {
  readonly name: string
  readonly account: string
  readonly phone: boolean
  readonly path: string
  readonly shows: string
}

/** What a page brings at once when it is opened, as a link does, from one that is at rest. */
async function broughtBy(browser: Browser, origin: string, { account, phone, path, shows }: Further) {
  const context = await newcomer(browser, phone)
  const page = await context.newPage()
  await page.goto(origin + (phone ? '/tasks/mobile' : '/index'))
  await page.locator('input[name=account]').fill(account)
  await page.locator('input[name=password]').fill(DEMO_PASSWORD)
  await page.locator('input[name=password]').press('Enter')
  await page.locator('h1').first().waitFor()
  await quiet(page, 2_000)
  const before = await resources(page)
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new Event('popstate'))
  }, path)
  await page.locator(shows).filter({ visible: true }).first().waitFor()
  await quiet(page, 1_000)
  const known = new Set(before.map(({ name }) => name))
  const brought = (await resources(page)).filter(({ name }) => !known.has(name) && /\.(m?js|css)$/.test(name))
  await context.close()
  return brought.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
}

await ensureWebBuild(new Shutdown(), (text) => console.log(text))
const database = await benchDatabase('firstload')
const world = await budgetWorld(database.url, '1000.00', 4)
const granted = await world.submit('in.channel', [{ amount: '60.00' }])
await world.approveAll(granted.formInstanceId!)
const answer = await world.submit('in.channel', [{ amount: '40.00' }])
const [task] = await world.query<{ id: string }>(`select id from approval_task where state = 'open'`)
const server = await startServer(database.url, { HOST: 'localhost' })
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? findChromium(), args: FLAGS })
try {
  const visits: Visit[] = [
    {
      name: 'desktop: budget lines',
      account: 'in.channel',
      path: '/budget/pc/country/list',
      phone: false,
      shows: /BL\d{9}/,
      goal: 380,
    },
    {
      name: 'phone: approval',
      account: 'in.manager',
      phone: true,
      shows: new RegExp(answer.no),
      goal: 160,
      path: `/budgetCountry/mobile?formInstanceId=${answer.formInstanceId}&taskId=${task?.id}`,
    },
    {
      name: 'phone: my tasks',
      account: 'in.manager',
      path: '/tasks/mobile',
      phone: true,
      shows: new RegExp(answer.no),
      goal: 160,
    },
  ]
  const busy = load()
  const loads = visits.map((visit) => ({ visit, loaded: [] as Loaded[] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { visit, loaded } of loads) loaded.push(await visited(browser, `http://localhost:${server.port}`, visit))
  }
  const rows = loads.map(({ visit, loaded }) => {
    const of = (name: keyof Loaded) => median(loaded.map((each) => each[name]))
    return {
      visit,
      script: of('script'),
      style: of('style'),
      later: of('later'),
      files: of('files'),
      seconds: of('seconds'),
    }
  })
  printTable(
    rows.map(({ visit, script, style, later, files, seconds }) => ({
      'first load, empty cache': visit.name,
      'script kB': script.toFixed(0),
      'style kB': style.toFixed(0),
      'in all kB': (script + style).toFixed(0),
      files: String(files),
      'after it shows kB': later.toFixed(0),
      'sign-in to shown s': seconds.toFixed(2),
    })),
  )
  console.log(
    `kB of 1,000 compressed bytes; a plain shell and list of the same library, measured before: 515; median of ${ROUNDS} visits; load before ${busy}, after ${load()}`,
  )
  const further: Further[] = [
    ...[
      { name: 'budget lines', path: '/budget/pc/country/list', shows: 'tbody .code' },
      { name: 'applications', path: '/budget/pc/country/list?view=applications', shows: 'tbody .code' },
      {
        name: 'application form',
        path: '/budget/pc/country/apply?type=new&applyType=grant&idcCode=IN',
        shows: '.sheet',
      },
      { name: 'approval', path: `/budgetCountry/pc?formInstanceId=${answer.formInstanceId}`, shows: '.timeline' },
      { name: 'my tasks', path: '/tasks/pc', shows: '.pager-total' },
      { name: 'a page not in use yet', path: '/process/price/pc/maintainList', shows: '.message-page h1' },
    ].map((page) => ({ ...page, account: 'in.channel', phone: false })),
    ...[
      {
        name: 'phone: approval',
        path: `/budgetCountry/mobile?formInstanceId=${answer.formInstanceId}`,
        shows: '.timeline',
      },
      { name: 'phone: application form', path: '/budget/mobile/country/apply', shows: '.action-bar-total' },
    ].map((page) => ({ ...page, account: 'in.channel', phone: true })),
  ]
  const brought: { name: string; own: number }[] = []
  for (const page of further) {
    brought.push({ name: page.name, own: await broughtBy(browser, `http://localhost:${server.port}`, page) })
  }
  printTable(
    brought.map(({ name, own }) => ({ 'further page, from the first at rest': name, 'kB at once': own.toFixed(1) })),
  )
  printGoals(
    rows.map(({ visit, script, style }) => ({
      what: visit.name,
      value: script + style,
      goal: visit.goal,
      is: 'most' as const,
      unit: 'kB',
    })),
  )
  printGoals(brought.map(({ name, own }) => ({ what: name, value: own, goal: 60, is: 'most' as const, unit: 'kB' })))
} finally {
  await browser.close()
  await server.close()
  await world.close()
  await database.close()
}
