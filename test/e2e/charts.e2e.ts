import { expect, type Locator, type Page } from '@playwright/test'
import { insight } from '#areas/budget/locale/insight.en.ts'
import { schemeLife } from '#areas/scheme/life/life.en.ts'
import { chart } from '#kernel/web/console/chart/locale/chart.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'

// A chart and the table behind it show the same, in both themes, and lead to the list that adds up to it.

const figureOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const cellsOf = (row: Locator) => row.locator('td').allInnerTexts()

/** The row of a category in the table behind a chart, with the table open. */
async function rowOf(figure: Locator, category: string): Promise<Locator> {
  await figure.getByText(chart.asTable).click()
  return figure.getByRole('row').filter({ has: figure.page().getByRole('rowheader', { name: category }) })
}

/** Clicks the chart where the name of a category stands: its whole width is the mark. */
async function clickMark(figure: Locator, name: string): Promise<void> {
  const label = figure.locator('svg text').filter({ hasText: new RegExp(`^${name}$`) })
  const box = (await label.first().boundingBox())!
  const board = (await figure.locator('.chart-board').boundingBox())!
  await figure.page().mouse.click(box.x + box.width / 2, board.y + board.height / 2)
}

test('a mark of the budget overview leads to the list whose totals its row of the table shows', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.finance', '/budget/pc/overview')
  const figure = figureOf(page, insight.overview.use)
  await expect(figure.locator('svg')).toBeVisible()
  const row = await rowOf(figure, '2026-04')
  const [plan = '', executed = ''] = await cellsOf(row)
  expect(plan).toMatch(/^[\d,]+\.\d\d$/)
  const address = await row.getByRole('link').getAttribute('href')
  await clickMark(figure, '4')
  await expect(page).toHaveURL(new RegExp(`${address!.replaceAll(/[?.]/g, String.raw`\$&`)}$`))
  const totals = page.locator('.totals-row').first()
  await expect(totals).toContainText(plan)
  await expect(totals).toContainText(executed)
})

test('the colours of a chart follow the theme without a new drawing', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.finance', '/budget/pc/overview', { theme: 'light' })
  const drawing = figureOf(page, insight.overview.use).locator('svg')
  const colours = async () => {
    const fills = await drawing
      .locator('path, text')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).fill))
    return [...new Set(fills)].filter((fill) => fill !== 'none').toSorted()
  }
  await expect(drawing).toBeVisible()
  await drawing.evaluate((svg) => svg.setAttribute('data-drawn', 'once'))
  const light = await colours()
  expect(light.length).toBeGreaterThan(4)
  await page.getByRole('button', { name: texts.page.shell.toDark }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const dark = await colours()
  expect(dark.length).toBe(light.length)
  expect(dark.filter((colour) => light.includes(colour))).toEqual([])
  await expect(drawing).toHaveAttribute('data-drawn', 'once')
})

test('a month of a scheme leads to the postings that add up to what was accrued and executed in it', async ({
  browser,
  origin,
}) => {
  const { records } = await companyAt(origin).call<{ records: readonly { schemeNo: string; executed: string }[] }>(
    'in.channel',
    '/aps/scheme/queryByPage',
    { page: 1, limit: 50 },
  )
  const { schemeNo } = records.find(({ schemeNo: no, executed }) => no.endsWith('00001') && executed !== '0.00')!
  const { page, texts } = await arrive(browser, 'in.channel', `/scheme/detail?schemeNo=${schemeNo}`)
  // A page that its address opens without an approval has the tools of a document too.
  for (const tool of [texts.page.print.pdf, texts.page.print.print, texts.page.print.copyLink])
    await expect(page.getByRole('button', { name: tool, exact: true })).toBeVisible()
  const figure = figureOf(page, schemeLife.byMonth)
  await expect(figure.locator('svg')).toBeVisible()
  const [accrued = '', executed = ''] = await cellsOf(await rowOf(figure, '2026-11'))
  await clickMark(figure, '2026-11')
  const sums = page.locator('.scheme-figure')
  await expect(sums).toContainText('2026-11')
  await expect(sums).toContainText(accrued)
  await expect(sums).toContainText(executed)
  await sums.getByRole('link', { name: schemeLife.allPostings }).click()
  await expect(sums).toBeHidden()
})

test('the first picture of the overview is in sight on a phone, of all areas and of one', async ({ browser }) => {
  const { page } = await arrive(browser, 'hq.finance', '/budget/mobile/overview', { width: 'phone' })
  // Who sees several areas begins with all of them.
  const board = page.locator('.chart-board')
  await expect(board.locator('svg')).toBeVisible()
  await expect(board).toBeInViewport({ ratio: 1 })
  // Beside it stand all currencies together, and each area by itself.
  await expect(page.locator('.group-sum').first()).toContainText(insight.group.all)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.getByRole('button', { name: new RegExp(`^${insight.overview.area}`) }).click()
  await page.getByRole('dialog', { name: insight.overview.area }).getByText('India').click()
  await expect(page.locator('.fall-row').last()).toBeInViewport({ ratio: 1 })
})

test('the overview of all areas stands within the desk’s width, with the sum of the group', async ({ browser }) => {
  const { page } = await arrive(browser, 'hq.finance', '/budget/pc/overview')
  const all = page.locator('.group-use-all')
  await expect(all).toContainText(insight.group.all)
  const beyond = await page
    .locator('.group-use')
    .evaluate((box) => [box.scrollWidth - box.clientWidth, document.documentElement.scrollWidth - innerWidth])
  expect(Math.max(...beyond)).toBeLessThanOrEqual(0)
  // Each amount leads to the budgets that add up to it.
  const amount = page.locator('.group-use tbody a.explained').first()
  const granted = `${await amount.textContent()}`
  await amount.click()
  await expect(page.locator('.totals')).toContainText(granted)
})

test('the first picture of the desktop’s overview is in sight in a narrow window', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.finance', '/budget/pc/overview')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('.chart-board').first()).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.overview-more')).not.toHaveAttribute('open')
})

test('a chart takes the width of the paper, in light colours', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.finance', '/budget/pc/overview', { theme: 'dark' })
  const drawing = figureOf(page, insight.overview.use).locator('svg')
  await expect(drawing).toBeVisible()
  await page.setViewportSize({ width: 700, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  const { drawn, around } = await drawing.evaluate((svg) => ({
    drawn: svg.getBoundingClientRect().width,
    around: svg.closest('figure')!.getBoundingClientRect().width,
  }))
  expect(Math.abs(drawn - around)).toBeLessThan(2)
})
