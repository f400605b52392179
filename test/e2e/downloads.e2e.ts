import { downloadCenter } from '#kernel/web/console/downloads/locale/download-center.en.ts'
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { pick } from './support/desk.ts'
import { arrive, expectToast, type Person } from './support/person.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'

const LINES = '/budget/pc/country/list?idcCode=IN&productClass=phone'
const LIMITS = { maxBytes: 1e8, maxUncompressedBytes: 1e9, maxRows: 100_000, maxColumns: 60 }

const center = ({ page, texts }: Person) => page.getByRole('dialog', { name: texts.page.downloads.title })

async function openCenter(person: Person): Promise<void> {
  const { page } = person
  // In the frame: the message of an export and the home page have a button of the same name.
  await page.locator('.download-button').click()
  await expect(center(person)).toBeVisible()
}

const exportButton = ({ page, texts }: Person) =>
  page.getByRole('button', { name: texts.page.downloads.export, exact: true })

const heads = (page: Page) => page.locator('main thead th').allTextContents()

for (const language of variantsOfThisRun('downloads', ['en', 'zh'] as const)) {
  test(`a list is exported as it is shown: ${language}`, async ({ browser }) => {
    const person = await arrive(browser, 'in.channel', LINES, { language })
    const { page, texts } = person
    const { downloads } = texts.page
    await expect(page.locator('main tbody .code').first()).toBeVisible()
    // It is small: the call itself brings it.
    const [atOnce] = await Promise.all([page.waitForEvent('download'), exportButton(person).click()])
    await expectToast(page, texts.page.message.pdfSuccess)
    expect(atOnce.suggestedFilename()).toContain(texts.budget.page.lines)

    await openCenter(person)
    // The name is in the language of the person who asked for it; another test may meanwhile have asked in the other language.
    const row = center(person).locator('tbody tr').filter({ hasText: texts.budget.page.lines }).first()
    await expect(row).toContainText(downloads.types.download)
    await expect(row).toContainText(downloads.statuses.success)
    await expect(row).toContainText(filled(texts.page.common.minutes, { minutes: 0 }))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: new RegExp(`^${downloads.fetch}`) }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^${texts.budget.page.lines} \\d{4}-\\d\\d-\\d\\d \\d{6}\\.xlsx$`),
    )
    const sheet = await readSheet(await readFile(await file.path()), LIMITS)
    const shown = (await heads(page)).map((head) => head.replace(/[↑↓↕]/g, '').trim()).filter(Boolean)
    expect(sheet.header).toEqual(shown)
    const total = await page.locator('main .pager-total').textContent()
    // Totals stand below the rows.
    const budgets = sheet.rows.filter(({ cells: [code] }) => code?.kind === 'text' && /^BL\d{9}$/.test(code.text))
    expect(sheet.rows.length).toBe(budgets.length + 1)
    expect(total?.replaceAll(',', '')).toContain(String(budgets.length))
    const first = await page.locator('main tbody tr').first().locator('.code').first().textContent()
    expect(sheet.rows[0]?.cells[0]).toEqual({ kind: 'text', text: first })
  })
}

/** How many columns are too narrow to read. */
const squeezed = (drawer: Locator) =>
  drawer.locator('thead th').evaluateAll((heads) => heads.filter((head) => head.clientWidth < 24).length)

test('columns of a list in a drawer keep their width each time it opens', async ({ browser }) => {
  const home = await arrive(browser, 'in.regfinance', '/index')
  const lines = await arrive(browser, 'in.channel', LINES)
  const postings = lines.page.getByRole('dialog')
  const openPostings = () => lines.page.locator('main tbody tr').first().getByRole('button').nth(1).click()
  for (const { person, drawer, open } of [
    { person: home, drawer: center(home), open: () => openCenter(home) },
    { person: lines, drawer: center(lines), open: () => openCenter(lines) },
    { person: lines, drawer: postings, open: openPostings },
  ]) {
    for (const opening of [1, 2, 3]) {
      await open()
      await expect(drawer.locator('thead th').nth(2), `opening ${opening}`).toBeAttached()
      await expect.poll(() => squeezed(drawer), `columns without width at opening ${opening}`).toBe(0)
      await person.page.keyboard.press('Escape')
      await expect(drawer).toHaveCount(0)
    }
  }
})

test('the download centre filters by state and by a time within 90 days, and shows nothing of other people', async ({
  browser,
}) => {
  const person = await arrive(browser, 'in.regfinance', '/download/center')
  const { page, texts } = person
  const { downloads } = texts.page
  await expect(page.getByRole('heading', { name: downloads.title })).toBeVisible()
  await expect(page.getByText(downloadCenter.none)).toBeVisible()
  await pick(page, page.getByLabel(downloadCenter.status), downloads.statuses.failed)
  await expect(page.getByText(texts.page.list.noMatch)).toBeVisible()
  const since = page.getByLabel(downloadCenter.since)
  const day = (back: number) => new Date(productNow().getTime() - back * 86_400_000).toISOString().slice(0, 10)
  // A value typed past the picker is not accepted, and the picker says why.
  await since.click()
  await expect(page.locator('.ant-picker-dropdown')).toBeVisible()
  await since.fill(day(100))
  await expect(page.getByText(filled(downloadCenter.window, { days: 90 }))).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: downloads.title }).click()
  await expect(since).toHaveValue('')
  await since.click()
  await since.fill(day(30))
  await page.keyboard.press('Enter')
  await expect(since).toHaveValue(day(30))
  await expect(page).toHaveURL(new RegExp(`status=3&day=${day(30)}`))
  await page.reload()
  await expect(since).toHaveValue(day(30))
  await page.getByRole('button', { name: texts.page.list.clear }).click()
  await expect(since).toHaveValue('')
  await expect(page.getByText(downloadCenter.none)).toBeVisible()
})

test("an export is not offered without the right, and a refusal shows the server's message", async ({
  browser,
  complaints,
}) => {
  const lead = await arrive(browser, 'in.tl', LINES)
  await expect(lead.page.locator('main tbody .code').first()).toBeVisible()
  await expect(lead.page.getByRole('button', { name: lead.texts.page.downloads.export, exact: true })).toHaveCount(0)

  const person = await arrive(browser, 'in.rsm', LINES)
  await expect(person.page.locator('main tbody .code').first()).toBeVisible()
  await person.page.route('**/page/export', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({
        code: 400,
        msg: 'The export holds 1000000 rows or more',
        requestId: 'r',
        error: null,
        errors: [],
      }),
    }),
  )
  complaints.expect(/400 \(Bad Request\) .*\/page\/export/)
  await exportButton(person).click()
  await expectToast(person.page, 'The export holds 1000000 rows or more')
})

test('a second click on a running export starts no second one', async ({ browser }) => {
  const person = await arrive(browser, 'in.manager', LINES)
  const { page } = person
  await expect(page.locator('main tbody .code').first()).toBeVisible()
  let calls = 0
  let answer = (): void => undefined
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/page/export', async (route) => {
    calls += 1
    await isAnswered
    await route.continue()
  })
  for (let click = 0; click < 3; click += 1) {
    await page.getByRole('button', { name: person.texts.exporting.more }).click()
    await page.getByRole('menuitem', { name: person.texts.page.downloads.asCsv }).click()
  }
  // It is said when the export begins, before the call has answered.
  await expectToast(page, person.texts.page.downloads.processing)
  answer()
  await expectToast(page, person.texts.page.message.pdfSuccess)
  await expectToast(page, person.texts.page.downloads.ready.replace('{name}', ''))
  expect(calls).toBe(1)
})

test('an export of too many rows is offered in parts, a long one leads to the download centre, and columns and format are a choice', async ({
  browser,
  complaints,
}) => {
  const person = await arrive(browser, 'in.finance', LINES)
  const { page, texts } = person
  await expect(page.locator('main tbody .code').first()).toBeVisible()
  const asked: Readonly<Record<string, unknown>>[] = []
  const advice = 'Please export in batches'
  await page.route('**/page/export', (route) => {
    const body = route.request().postDataJSON() as Readonly<Record<string, unknown>>
    asked.push(body)
    const refused = { key: 'downloads.tooManyRows', params: {}, data: { parts: true } }
    if (body['parts'] !== true)
      return route.fulfill({ status: 400, json: { code: 400, msg: advice, requestId: 'r', error: refused } })
    const task = { taskId: '0', name: 'lines.zip', isNew: true, downloadUrl: null }
    return route.fulfill({ json: { code: 200, msg: '', data: task } })
  })
  complaints.expect(/400 \(Bad Request\) .*\/page\/export/)
  await page.getByRole('button', { name: texts.exporting.more }).click()
  await page.getByRole('menuitem', { name: texts.exporting.allCsv }).click()
  const offer = page.getByRole('dialog', { name: texts.exporting.tooMany })
  await expect(offer).toContainText(advice)
  // A message goes after three seconds: that of the first try is gone, and the next one is waited for while it is brought about.
  const told = page.locator('.toast', { hasText: texts.page.downloads.processing })
  await expect(told).toHaveCount(0)
  await Promise.all([
    told.getByRole('button', { name: texts.page.downloads.title }).click(),
    offer.getByRole('button', { name: texts.exporting.split }).click(),
  ])
  await expect(offer).toHaveCount(0)
  await expect
    .poll(() => asked)
    .toEqual([
      { productClass: 'phone', format: 'csv' },
      { productClass: 'phone', format: 'csv', parts: true },
    ])
  await expect(center(person)).toBeVisible()
})

test('an export that is never ready ends as a time-out', async ({ browser }) => {
  const person = await arrive(browser, 'in.channel', LINES)
  const { page, texts } = person
  await page.locator('main tbody tr').first().getByRole('button').nth(1).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.locator('tbody tr').first()).toBeVisible()
  let calls = 0
  await page.route('**/postings/async/export', (route) => {
    calls += 1
    return route.fulfill({ json: { code: 9_000_007, msg: 'Not ready yet', data: null } })
  })
  await page.clock.install()
  await drawer.getByRole('button', { name: texts.page.downloads.export, exact: true }).click()
  await expectToast(page, texts.page.downloads.processing)
  for (let tries = 1; tries < 60; tries += 1) {
    await expect.poll(() => calls, { intervals: [10] }).toBe(tries)
    await page.clock.runFor(3_000)
  }
  await expectToast(page, texts.page.message.timeout)
  await page.clock.runFor(60_000)
  expect(calls).toBe(60)
})
