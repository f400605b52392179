import { downloadCenter } from '#kernel/web/console/downloads/locale/download-center.en.ts'
import { expect } from '@playwright/test'
import { changePrices } from '#areas/price/change/change-prices.en.ts'
import { priceList } from '#areas/price/list/price-rows.en.ts'
import type { PriceRow } from '#areas/price/list/price-row.list.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { budgetLists } from '#areas/budget/budget-line/lists.en.ts'
import { choosePageSize, LINES, query, rows, settled } from './support/list.ts'
import { arrive } from './support/person.ts'
import { filled } from './support/texts.ts'
import { test } from './support/test.ts'

test('a list of one page keeps its jumper, and a list walked by keys has numbered pages that one can jump to', async ({
  browser,
}) => {
  const person = await arrive(browser, 'hq.auditor', '/imei/list', { language: 'en' })
  const { page, texts } = person
  const { list } = texts.page
  await settled(page)
  const jumper = page.getByLabel(list.jump)
  await jumper.fill('3')
  await page.keyboard.press('Enter')
  await expect.poll(() => query(page).get('page')).toBe('3')
  await expect(page.getByRole('button', { name: filled(list.page, { page: 3 }), exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await choosePageSize(person, 10)
  await expect(rows(page)).toHaveCount(10)
  // Fifty numbers with spaces between them are one filter; unknown ones leave one device.
  const own = await rows(page).first().getByRole('link').first().textContent()
  const numbers = [own, ...Array.from({ length: 49 }, (_, index) => `8643348300${String(10_000 + index)}`)].join(' ')
  await page.getByRole('textbox', { name: 'IMEI/SN', exact: true }).fill(numbers)
  await page.keyboard.press('Enter')
  await expect(page.locator('.pager-total')).toHaveText(filled(list.total, { total: '1' }))
  await expect(jumper).toBeVisible()
})

test('a list fits its window: the table scrolls, and the page does not', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.channel', LINES, { language: 'en' })
  await settled(page)
  await expect(page.locator('.totals')).toBeVisible()
  const overflow = () =>
    page.evaluate(() => {
      const pane = document.querySelector('.pane:not([hidden])')!
      return pane.scrollHeight - pane.clientHeight
    })
  await expect.poll(overflow).toBe(0)
  await expect(page.locator('.pager')).toBeInViewport()
})

test('the download center shows its columns at a second opening, and counts nothing where it failed', async ({
  browser,
  complaints,
}) => {
  const { page, texts } = await arrive(browser, 'in.channel', '/index', { language: 'en' })
  const { name } = downloadCenter
  for (let turn = 0; turn < 2; turn += 1) {
    await page.locator('.download-button').click()
    const dialog = page.getByRole('dialog')
    await expect.poll(async () => (await dialog.locator('th').first().boundingBox())?.width ?? 0).toBeGreaterThan(60)
    await expect(dialog.getByText(name, { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: texts.page.common.close }).first().click()
    await expect(dialog).toBeHidden()
  }
  complaints.expect(/^503 .*download-center/)
  await page.route('**/download-center/queryPage', (route) =>
    route.fulfill({ status: 503, json: { code: 503, msg: 'Not now', data: null, requestId: 'r' } }),
  )
  await page.goto('/download/center')
  await expect(page.getByRole('alert').filter({ hasText: 'Not now' }).first()).toBeVisible()
  await expect(page.locator('.toasts')).toContainText('Not now')
  await expect(page.getByText(texts.page.list.counting)).toBeHidden()
})

test('a period is shown and sent from 00:00:00 to 23:59:59', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'hq.auditor', '/imei/list', { language: 'en' })
  await settled(page)
  // Days of activation have no time; times of sale do.
  await page.locator('.filter-bar .field-wide').nth(1).locator('input').first().click()
  await page.getByText(texts.page.list.lastYear, { exact: true }).click()
  await expect.poll(() => query(page).get('soldOutTo')).toMatch(/:59:59Z$/)
  await expect(page.locator('.filter-bar .ant-picker-range input').last()).toHaveValue(/-12-31 23:59:59$/)
})

test('budgets are sorted by an amount, and the code of one leads to its page, where each amount has its postings', async ({
  browser,
}) => {
  const { page } = await arrive(browser, 'in.channel', LINES, { language: 'en' })
  await settled(page)
  await page.getByRole('columnheader', { name: budgetLists.buckets.held }).getByRole('button').first().click()
  await expect.poll(() => query(page).get('sort')).toBe('-held')
  await settled(page)
  await rows(page).first().getByRole('link').first().click()
  await page.waitForURL(/\/budget\/pc\/country\/line\?/)
  const code = query(page).get('budgetCode') ?? '?'
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code)
  const granted = page.getByRole('button', { name: new RegExp(`^${budgetLists.buckets.granted} of ${code}`) })
  await granted.click()
  await expect(granted).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.explain-table tbody tr').first()).toBeVisible()
})

test('chosen prices of the list become a draft of a price review, which opens', async ({ browser, origin }) => {
  const filters = { areaId: 2, classificationCode: 'PC-IN-03', state: 'effective' }
  const { records } = await companyAt(origin).call<{ records: readonly PriceRow[] }>(
    'in.channel',
    '/aps/gs/price/queryByPage',
    { ...filters, limit: 200 },
  )
  // Two colours of one model, so that they fit in one review.
  const open = records.filter(({ effectiveTo, ladder }) => effectiveTo === null && ladder === null)
  const keyOf = (row: PriceRow) => [row.spuCode, row.tradeTermCode, row.currency].join(' ')
  const first = open.find((row) => open.filter((other) => keyOf(other) === keyOf(row)).length > 1)!
  const chosen = open.filter((row) => keyOf(row) === keyOf(first)).slice(0, 2)
  const { spuCode, tradeTermCode, currency } = first
  const address = new URLSearchParams({ ...filters, areaId: '2', spuCode, tradeTermCode, currency }).toString()
  const person = await arrive(browser, 'in.channel', `/process/price/pc/maintainList?${address}`, { language: 'en' })
  const { page, texts } = person
  await settled(page)
  const { list } = texts.page
  await page.getByRole('checkbox', { name: list.selectPage }).check()
  await page.getByRole('button', { name: list.clearChoice }).click()
  for (const { skuCode, effectiveFrom } of chosen)
    await page.getByRole('checkbox', { name: filled(list.select, { row: `${skuCode} ${effectiveFrom}` }) }).check()
  await page.getByRole('button', { name: priceList.bulk.change }).click()
  const dialog = page.getByRole('dialog', { name: changePrices.title })
  await dialog.getByLabel(changePrices.values.percent).fill('-10')
  await expect(dialog.getByRole('status')).toContainText('2 of 2 prices would become 1 draft of a price review')
  await dialog.getByLabel(changePrices.reason).fill('Year end')
  await dialog.getByRole('button', { name: 'Make 1 draft' }).click()
  await expect(page).toHaveURL(/\/process\/price\/pc\/info\?.*applyNo=PA/)
  const cut = (Math.round(Number(first.price) * 90) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await expect(page.getByRole('gridcell', { name: cut }).first()).toBeVisible()
})
