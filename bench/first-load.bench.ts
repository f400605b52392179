// How long a page takes until its content is shown, and how many scripts and styles it loads: with an empty cache from sign-in, on a reload
// and in a new tab with a warm one, on a local connection and on one of 150 ms and 10 Mbit/s; beside it a plain page of the same library.
// BENCH_ORIGIN measures a running instance with the demonstration's accounts, to compare two versions by one script.
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#app/demo-provider/demo-accounts.ts'
import { findChromium } from '../bin/lib/chromium.js'
import { demoInstance } from './lib/demo-instance.ts'
import {
  atRest,
  type Chromium,
  fetchedBy,
  newcomer,
  type Opened,
  slowDown,
  startBrowser,
  timed,
  typeSignIn,
  type Visit,
  type Weight,
  weightOf,
} from './lib/page-visits.ts'
import { servePlainPage } from './lib/plain-page.ts'
import { type Goal, IS_SMALL, load, median, printGoals, printTable, setting } from './lib/report.ts'

const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
/** Visits before a warm one counts: the browser caches compiled code from the second visit on. */
const WARMING = IS_SMALL ? 1 : 3
/** BENCH_COLD=1 measures an empty cache on the local connection alone. */
const IS_COLD_ONLY = process.env['BENCH_COLD'] === '1'
/** A pattern: only matching pages are measured. */
const VISITS = process.env['BENCH_VISITS']
/** On the home page; the sign-in page has a heading too. */
const HOME = '.home h1'
const GOALS = {
  desktop: { files: 45, kilobytes: 330 },
  phone: { files: 30, kilobytes: 160 },
  furtherFiles: 8,
  seconds: { cold: 1.0, reload: 0.6, slowCold: 2.2, slowReload: 1.2 },
} as const

interface Measured {
  readonly visit: Visit
  readonly weight: Weight[]
  readonly cold: Opened[]
  readonly reload: Opened[]
  readonly newTab: Opened[]
  readonly slowCold: Opened[]
  readonly slowReload: Opened[]
}

/** The sign-in page is filled in, or no sign-in is needed: then `go` is timed. */
async function begin(page: Page, origin: string, { account, path }: Visit): Promise<() => Promise<unknown>> {
  if (account === null) return () => page.goto(origin + path, { waitUntil: 'commit' })
  await page.goto(origin + path)
  await typeSignIn(page, account, DEMO_PASSWORD)
  return () => page.locator('input[name=password]').press('Enter', { noWaitAfter: true })
}

async function round(chromium: Chromium, origin: string, measured: Measured): Promise<void> {
  const { visit } = measured
  for (const isSlow of IS_COLD_ONLY ? [false] : [false, true]) {
    const context = await newcomer(chromium, visit)
    const page = await context.newPage()
    const go = await begin(page, origin, visit)
    if (isSlow) await slowDown(context, page)
    ;(isSlow ? measured.slowCold : measured.cold).push(await timed(chromium, page, go))
    // Files of the sign-in page are part of the way; it has no script of its own.
    if (!isSlow) measured.weight.push(weightOf(await fetchedBy(page)))
    if (IS_COLD_ONLY) {
      await context.close()
      continue
    }
    const again = () => page.goto(origin + visit.path, { waitUntil: 'commit' })
    for (let time = 0; time < WARMING; time += 1) await timed(chromium, page, again)
    ;(isSlow ? measured.slowReload : measured.reload).push(await timed(chromium, page, again))
    if (!isSlow) {
      const tab = await context.newPage()
      measured.newTab.push(await timed(chromium, tab, () => tab.goto(origin + visit.path, { waitUntil: 'commit' })))
    }
    await context.close()
  }
}

interface Further {
  readonly name: string
  readonly account: string
  readonly phone: boolean
  readonly path: string
  readonly shows: string
}

/** The files that opening a page by a link loads, from an idle page. */
async function broughtBy(chromium: Chromium, origin: string, further: Further): Promise<Weight> {
  const start = further.phone
    ? { ...further, path: '/tasks/mobile', shows: '.task-boxes' }
    : { ...further, path: '/index', shows: HOME }
  const context = await newcomer(chromium, start)
  const page = await context.newPage()
  await timed(chromium, page, await begin(page, origin, start))
  const known = new Set((await fetchedBy(page)).map(({ path }) => path))
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(further.path)}); dispatchEvent(new Event('popstate'))`,
  )
  await page.locator(further.shows).filter({ visible: true }).first().waitFor()
  await atRest(page)
  const brought = (await fetchedBy(page)).filter(({ path }) => !known.has(path))
  await context.close()
  return weightOf(brought)
}

/** Demonstration documents that the visits open, from the person's inbox. */
async function taskOf(chromium: Chromium, origin: string, account: string) {
  const visit = { name: '', account, path: '/index', phone: false, shows: HOME }
  const context = await newcomer(chromium, visit)
  const page = await context.newPage()
  await timed(chromium, page, await begin(page, origin, visit))
  const found = (await page.evaluate(`fetch('/aps/task/queryPage?documentType=countryBudget&limit=1', {
    headers: { authorization: 'Bearer ' + sessionStorage.getItem('token') } }).then((answer) => answer.json())`)) as {
    readonly data: { readonly records: readonly { readonly url: string; readonly mobileUrl: string }[] }
  }
  await context.close()
  const [task] = found.data.records
  if (!task) throw new Error(`${account} has no task to open`)
  return task
}

const given = process.env['BENCH_ORIGIN']
const instance = given ? { origin: given, close: async () => undefined } : await demoInstance('firstload')
const plain = await servePlainPage(setting('BENCH_PLAIN_PORT', 21_701))
const chromium = await startBrowser(process.env['CHROMIUM_PATH'] ?? findChromium())
try {
  const { origin } = instance
  const task = await taskOf(chromium, origin, 'in.manager')
  const all: Visit[] = [
    {
      name: 'desktop: budget lines',
      account: 'in.channel',
      path: '/budget/pc/country/list',
      phone: false,
      shows: 'tbody .code',
    },
    { name: 'desktop: home', account: 'in.channel', path: '/index', phone: false, shows: HOME },
    { name: 'desktop: approval', account: 'in.manager', path: task.url, phone: false, shows: '.timeline' },
    { name: 'phone: my tasks', account: 'in.manager', path: '/tasks/mobile', phone: true, shows: '.cards li' },
    { name: 'phone: approval', account: 'in.manager', path: task.mobileUrl, phone: true, shows: '.timeline' },
    { name: 'plain page of the library', account: null, path: '/list', phone: false, shows: 'tbody td:nth-child(12)' },
  ]
  const wanted = new RegExp(VISITS ?? (IS_SMALL ? '^desktop: budget lines|^plain' : ''))
  const measured = all
    .filter(({ name }) => wanted.test(name))
    .map((visit): Measured => ({ visit, weight: [], cold: [], reload: [], newTab: [], slowCold: [], slowReload: [] }))
  const busy = load()
  for (let count = 0; count < ROUNDS; count += 1) {
    for (const each of measured) await round(chromium, each.visit.account === null ? plain.origin : origin, each)
  }
  const of = (opened: readonly Opened[], name: keyof Opened) => median(opened.map((each) => each[name]))
  const rows = measured.map(({ visit, weight, ...times }) => ({
    visit,
    files: median(weight.map(({ files }) => files)),
    kilobytes: median(weight.map(({ kilobytes }) => kilobytes)),
    cold: of(times.cold, 'seconds'),
    html: of(times.cold, 'html'),
    reload: of(times.reload, 'seconds'),
    newTab: of(times.newTab, 'seconds'),
    slowCold: of(times.slowCold, 'seconds'),
    slowReload: of(times.slowReload, 'seconds'),
    cpuCold: of(times.cold, 'cpu'),
    cpuReload: of(times.reload, 'cpu'),
    rendererReload: of(times.reload, 'renderer'),
  }))
  printTable(
    rows.map((row) => ({
      'until it shows': row.visit.name,
      files: row.files,
      kB: row.kilobytes.toFixed(0),
      'cold s': row.cold.toFixed(2),
      '(html s)': row.html.toFixed(2),
      'reload s': row.reload.toFixed(2),
      'new tab s': row.newTab.toFixed(2),
      'slow cold s': row.slowCold.toFixed(2),
      'slow reload s': row.slowReload.toFixed(2),
      'CPU s cold': row.cpuCold.toFixed(2),
      'CPU s reload': row.cpuReload.toFixed(2),
      'of it renderer': row.rendererReload.toFixed(2),
    })),
  )
  console.log(
    `${given ?? 'an instance of its own'}; kB of 1,000 compressed bytes; cold: empty cache, from signing in; slow: 150 ms and 10 Mbit/s; CPU of all processes of the browser until it is at rest; ` +
      `median of ${ROUNDS}; ${new Date().toISOString().slice(0, 10)}, load before ${busy}, after ${load()}`,
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
      { name: 'my tasks', path: '/tasks/pc', shows: '.pager-total' },
      { name: 'a page not in use yet', path: '/process/price/pc/maintainList', shows: '.message-page h1' },
    ].map((page) => ({ ...page, account: 'in.channel', phone: false })),
    { name: 'approval', path: task.url, shows: '.timeline', account: 'in.manager', phone: false },
    { name: 'phone: approval', path: task.mobileUrl, shows: '.timeline', account: 'in.manager', phone: true },
    {
      name: 'phone: application form',
      path: '/budget/mobile/country/apply',
      shows: '.action-bar-total',
      account: 'in.channel',
      phone: true,
    },
  ]
  const brought: (Weight & { readonly name: string })[] = []
  if (VISITS === undefined) {
    for (const page of IS_SMALL ? further.slice(0, 1) : further)
      brought.push({ name: page.name, ...(await broughtBy(chromium, origin, page)) })
    printTable(
      brought.map(({ name, files, kilobytes }) => ({
        'further page, from the first at rest': name,
        files,
        kB: kilobytes.toFixed(1),
      })),
    )
  }
  const floor = rows.find(({ visit }) => visit.account === null)
  for (const row of rows.filter(({ visit }) => visit.account !== null)) {
    const goals = row.visit.phone ? GOALS.phone : GOALS.desktop
    const { name } = row.visit
    const goalsOf: Goal[] = [
      { what: `${name}, files`, value: row.files, goal: goals.files, is: 'most', unit: 'files' },
      { what: `${name}, weight`, value: row.kilobytes, goal: goals.kilobytes, is: 'most', unit: 'kB' },
      {
        what: `${name}, from signing in`,
        value: row.cold,
        goal: GOALS.seconds.cold,
        is: 'most',
        unit: 's',
        ...(floor && { floor: `plain page of the library ${floor.cold.toFixed(2)} s` }),
      },
      { what: `${name}, reload`, value: row.reload, goal: GOALS.seconds.reload, is: 'most', unit: 's' },
      {
        what: `${name}, slow, from signing in`,
        value: row.slowCold,
        goal: GOALS.seconds.slowCold,
        is: 'most',
        unit: 's',
      },
      { what: `${name}, slow reload`, value: row.slowReload, goal: GOALS.seconds.slowReload, is: 'most', unit: 's' },
    ]
    // Values skipped by BENCH_COLD are missing.
    printGoals(goalsOf.filter(({ value }) => !Number.isNaN(value)))
  }
  printGoals(
    brought.map(({ name, files }) => ({
      what: `further page: ${name}`,
      value: files,
      goal: GOALS.furtherFiles,
      is: 'most' as const,
      unit: 'files',
    })),
  )
} finally {
  await chromium.close()
  await plain.close()
  await instance.close()
}
