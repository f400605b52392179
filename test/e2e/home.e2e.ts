import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { homeTexts as homeEn } from '#kernel/services/home/locale/home.en.ts'
import { homeTexts as homeZh } from '#kernel/services/home/locale/home.zh.ts'
import { homeTexts as fundsEn } from '#areas/funds/home/home.en.ts'
import { homeTexts as fundsZh } from '#areas/funds/home/home.zh.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { applicationOf, submittedGrant } from './support/application.ts'
import { arrive, expectToast, type Person, signIn, SIZES, sitDown } from './support/person.ts'
import { test } from './support/test.ts'
import { anyOf, filled } from './support/texts.ts'

const application = applicationOf({
  month: '12',
  department: 'BD07',
  reason: 'Heard while looking',
  lines: [{ project: 'PJ-IN-01', businessType: 'S0601', productLine: 'PH10', amount: '120' }],
})

function numberIn(text: string | null): number {
  return Number((text ?? '').replace(/[^\d]/g, ''))
}

/** The total that the list on screen shows. */
async function listTotal(page: Page): Promise<number> {
  const total = page.locator('.pager-total:visible')
  await expect(total).toHaveText(/\d/)
  return numberIn(await total.textContent())
}

async function home({ page, texts }: Person): Promise<void> {
  await page.getByRole('link', { name: texts.kernel.app.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** A person whose page receives live events: the stream begins once the page has loaded. */
async function listening(browser: Browser, account: string, address: string): Promise<Person> {
  const person = await sitDown(browser, account)
  const begun = person.page.waitForResponse('**/api/v1/live')
  await signIn(person, address)
  await begun
  return person
}

/** How many tasks wait for in.manager: others raise and decide theirs meanwhile, only the server knows the number of now. */
async function openTasks(origin: string): Promise<number> {
  return (await companyAt(origin).call<{ open: number }>('in.manager', '/aps/task/boxes')).open
}

const taskFigures = (page: Page): Locator => page.locator('.figures').first().locator('.figure-value')

/** The figures of the home page are one for each type of document; the menu has one for all. */
async function expectCounted(origin: string, counters: Locator): Promise<void> {
  await expect(async () => {
    const shown = (await counters.allTextContents()).map(numberIn)
    expect(shown.reduce((sum, each) => sum + each, 0)).toBe(await openTasks(origin))
  }).toPass()
}

for (const [account, language] of variantsOfThisRun('figures', [
  ['in.channel', 'en'],
  ['in.manager', 'zh'],
] as const)) {
  test(`every figure of the home page opens the list behind it: ${account}, ${language}`, async ({ browser }) => {
    const person = await arrive(browser, account, '/index', { language })
    const { page } = person
    await expect(page.locator('.budget-use')).toBeVisible()
    // A course counts some weeks, and an amount no rows; every other number is that of the rows behind it.
    const counters = page.locator('.figure:not(.figure-amount):not(:has(.sparkline)) .figure-value, .my-documents td a')
    await expect(counters.first()).toBeVisible()
    const counted = await counters.count()
    for (let at = 0; at < counted; at += 1) {
      const value = await counters.nth(at).textContent()
      await counters.nth(at).click()
      expect(await listTotal(page), page.url()).toBe(numberIn(value))
      await home(person)
    }
  })
}

test('the home figure of all currencies equals the reporting total of the list that it opens', async ({ browser }) => {
  const { page } = await arrive(browser, 'hq.finance', '/index')
  const inAll = page.locator('.figure').filter({ hasText: filled(fundsEn.inAll, { label: fundsEn.overdue }) })
  const value = (await inAll.locator('.figure-value').textContent())?.match(/[\d,]+\.\d\d/)?.[0]
  await inAll.locator('.figure-value').click()
  const total = page.locator('.totals-reporting')
  await expect(total).toContainText(String(value))
  await expect(total).toBeInViewport({ ratio: 1 })
})

for (const width of ['desktop', 'phone'] as const) {
  test(`the number of a person’s decisions opens as many tasks: ${width}`, async ({ browser }) => {
    const { page } = await arrive(browser, 'in.finance', '/index', { width })
    const figure = page.locator('.figure').filter({ hasText: filled(homeEn.decided, { weeks: 8 }) })
    const value = numberIn(await figure.locator('.figure-value').textContent())
    await figure.locator('.figure-value').click()
    if (width === 'desktop') expect(await listTotal(page)).toBe(value)
    else await expect(page.locator('.task-boxes label:has(input:checked) b')).toHaveText(String(value))
  })

  for (const [account, key, language] of [
    ['in.channel', 'back', 'en'],
    ['hq.it', 'broken', 'zh'],
    ['in.dist', 'overdue', 'en'],
  ] as const) {
    test(`the home page shows ${account} what concerns them: ${width}, ${language}`, async ({ browser }) => {
      const { page } = await arrive(browser, account, '/index', { language, width })
      const { [language]: kernel } = { en: homeEn, zh: homeZh }
      const { [language]: funds } = { en: fundsEn, zh: fundsZh }
      const title = key === 'overdue' ? funds.overdue : kernel[key]
      const card = page.getByRole('region', { name: title })
      await expect(card).toBeVisible()
      // Each of them may hold tasks, employees of a distributor too.
      await expect(page.getByRole('region', { name: kernel.tasks })).toBeVisible()
      if (width === 'phone') await expect(page).toHaveURL(/\/index\/mobile$/)
      if (account === 'hq.it') return
      await card.locator('.home-row').first().click()
      await expect(page).not.toHaveURL(/\/index/)
    })
  }
}

test('pages that a person opens are listed as opened often once they come back', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'id.rcsm', '/index')
  await page.goto('/tasks/absence')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Counts are sent when the page is left, or after a while.
  const sent = page.waitForResponse((response) => response.url().endsWith('/aps/home/visits') && response.ok())
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await sent
  await page.goto('/index')
  const often = page.getByRole('navigation', { name: texts.page.home.often })
  await expect(often.locator('a[href="/tasks/absence"]')).toBeVisible()
})

test('the home page of a channel manager is at most three windows high on a desk', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.channel', '/index')
  await expect(page.locator('.my-documents')).toBeVisible()
  await expect(page.locator('.home-loading, .home-card-loading')).toHaveCount(0)
  expect(await page.locator('.home').evaluate((home) => home.scrollHeight)).toBeLessThan(3 * SIZES.desktop.height)
})

test('the budget of an area leads to its lines, and each amount to its postings', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.channel', '/index')
  const card = page.locator('.budget-use li').first()
  const amounts: string[] = []
  for (const bucket of ['available', 'held', 'executed'] as const) {
    const name = texts.budget.page.buckets[bucket]
    amounts.push(`${await card.locator('dl > div').filter({ hasText: name }).locator('.amount').textContent()}`)
  }
  await card.locator('dl .explained').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.locator('.explain-total')).toContainText(`${amounts[0]}`)
  await expect(drawer.locator('.explain-table tbody tr').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await card.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/budget\/pc\/country\/list\?idcCode=IN&year=\d{4}&currency=INR/)
  for (const amount of amounts) await expect(page.locator('.totals')).toContainText(amount)
})

test('a new task is announced and counted on open pages, and a list offers the new rows', async ({
  browser,
  origin,
}) => {
  const manager = await listening(browser, 'in.manager', '/index')
  const reader = await listening(browser, 'in.rsd', '/budget/pc/country/list?view=applications')
  await expect(reader.page.locator('tbody .code').first()).toBeVisible()
  const { no } = await submittedGrant(origin, application)
  // Other tests may raise theirs in the same moment; what arrives together is announced together.
  const { newTask, newTasks } = manager.texts.page.inbox
  await expectToast(manager.page, new RegExp(`${anyOf(newTask).source}|${anyOf(newTasks).source}`))
  await expectCounted(origin, taskFigures(manager.page))
  await expectCounted(origin, manager.page.locator('.side-bar .task-count [aria-hidden]').first())
  await manager.page.locator('.bell > button').click()
  const latest = manager.page.getByRole('dialog', { name: manager.texts.page.shell.notifications })
  await latest.getByRole('link').filter({ hasText: no }).click()
  await expect(manager.page.getByRole('heading', { name: no })).toBeVisible()

  // Rows do not move by themselves under the one who reads them.
  const offer = reader.page.getByRole('button', { name: reader.texts.page.inbox.newDataRefresh })
  await expect(offer).toBeVisible()
  await expect(reader.page.getByRole('link', { name: no })).toHaveCount(0)
  await offer.click()
  await expect(reader.page.getByRole('link', { name: no })).toBeVisible()
  // What other tests raised meanwhile is offered again.
  await expect(async () => {
    if (await offer.isVisible()) await offer.click()
    await expect(offer).toBeHidden({ timeout: 1_000 })
  }).toPass()
})

test('new tasks are offered on a phone and loaded by a tap', async ({ browser, origin }) => {
  const { page, texts } = await arrive(browser, 'in.manager', '/tasks/mobile', { width: 'phone' })
  await expect(page.locator('.choice-set b').first()).toBeVisible()
  await Promise.all([page.waitForResponse('**/api/v1/live'), page.reload()])
  await submittedGrant(origin, application)
  const offer = page.getByRole('button', { name: texts.page.inbox.newDataRefresh })
  await expect(offer).toBeVisible()
  // Cards raised by others meanwhile are offered on request: no card moves by itself.
  await expect(async () => {
    if (await offer.isVisible()) await offer.click()
    await expect(offer).toHaveCount(0, { timeout: 1_000 })
    expect(numberIn(await page.locator('.choice-set input:checked + span b').textContent())).toBe(
      await openTasks(origin),
    )
  }).toPass()
})

test('recent pages and documents of an account are listed again', async ({ browser, origin }) => {
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const { page, texts } = await arrive(browser, 'in.manager', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  await expect(page.getByRole('heading', { name: no })).toBeVisible()
  await page.goto('/index')
  const recent = page.getByRole('navigation', { name: texts.page.home.recent })
  await recent.getByRole('link', { name: no }).click()
  await expect(page.getByRole('heading', { name: no })).toBeVisible()
})

test('one tab of a browser holds the live stream, and another takes over when it closes', async ({
  browser,
  origin,
}) => {
  const manager = await listening(browser, 'in.manager', '/index')
  const streams: string[] = []
  manager.context.on('request', (request) => {
    if (request.url().endsWith('/api/v1/live')) streams.push(request.url())
  })
  const second = await manager.context.newPage()
  await second.goto('/index')
  const waiting = taskFigures(second)
  await expect(waiting.first()).toBeVisible()
  await submittedGrant(origin, application)
  await expectCounted(origin, waiting)
  expect(streams).toEqual([])

  await Promise.all([second.waitForResponse('**/api/v1/live'), manager.page.close()])
  await submittedGrant(origin, application)
  await expectCounted(origin, waiting)
})
