import { expect, type Page } from '@playwright/test'
import { cards as cardsEn } from '#kernel/web/console/list/cards/cards.en.ts'
import { cards as cardsZh } from '#kernel/web/console/list/cards/cards.zh.ts'
import { exporting } from '#kernel/web/console/downloads/locale/exporting.en.ts'
import { priceComparison } from '#areas/price/compare/price-comparison.en.ts'
import { devicePage } from '#areas/device/locale/page.en.ts'
import { APPLICATIONS, LINES, query } from '../support/list.ts'
import { arrive } from '../support/person.ts'
import { pick } from '../support/phone.ts'
import { filled } from '../support/texts.ts'
import { test } from '../support/test.ts'

const cardsOf = (page: Page) => page.locator('.list-card').filter({ visible: true })

/** Nothing of the desktop: no table, no toolbar, no tabs; and nothing wider than the window. */
async function expectPhone(page: Page): Promise<void> {
  await expect(page.locator('table, .list-tools-end, .tab-strip').filter({ visible: true })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
}

test('a distributor reads their funds on a phone as a card with amounts in their currency', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.dist', '/funds/pc/account', { width: 'phone' })
  await expect(cardsOf(page)).toHaveCount(1)
  await expectPhone(page)
  const card = cardsOf(page).first()
  await expect(card.locator('.row-card-title')).toContainText('Harbour Telecom')
  await expect(card.locator('.row-card-below')).toContainText('C-IN-0001')
  await expect(card.locator('.amount').first()).toContainText(/[\d,]+\.\d\d\s*INR/)
  // The card has no page of its own, so that it shows everything itself.
  const facts = card.locator('.row-card-facts > div')
  await expect(facts).toHaveCount(4)
  await card.getByRole('button', { name: cardsEn.more }).click()
  expect(await facts.count()).toBeGreaterThan(4)
  await page.locator('.list-totals summary').click()
  await expect(page.locator('.totals-row dl').first()).toBeVisible()
  const [first, second] = await page
    .locator('.totals-row dl')
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))
  expect(second).toBeGreaterThan(first ?? 0)
  await expect(page.getByRole('button', { name: texts.page.list.print })).toHaveCount(0)
})

test('a list that is printed is saved as a PDF on a phone too, as it is narrowed', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.dist', '/process/price/mobile/own?state=effective', { width: 'phone' })
  await expect(page.locator('.card').first()).toBeVisible()
  const pdf = page.getByRole('button', { name: exporting.pdf })
  const request = page.waitForRequest(/pdf/)
  const [file] = await Promise.all([page.waitForEvent('download'), pdf.click()])
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  expect(new URL((await request).url()).searchParams.get('state')).toBe('effective')
  await expect(pdf).toBeEnabled()
})

test('prices of two classifications are compared on a phone, in cards that are called after both', async ({
  browser,
}) => {
  const person = await arrive(browser, 'in.channel', '/process/price/mobile/compare', { width: 'phone' })
  const { page } = person
  await expect(page.getByText(priceComparison.choose)).toBeVisible()
  const rows = page.getByRole('region', { name: priceComparison.kind })
  await pick(person, rows, priceComparison.filters.classificationCode, 'PC-IN-01')
  await pick(person, rows, priceComparison.filters.otherClassificationCode, 'PC-IN-02')
  const card = page.locator('.card').first()
  for (const side of ['PC-IN-01', 'PC-IN-02'])
    await expect(card.getByText(filled(priceComparison.ofSide, { side, column: 'price' }))).toBeVisible()
  // What is compared stays when the list is searched.
  const search = page.getByRole('searchbox', { name: priceComparison.filters.skuCode })
  await search.fill('ir')
  await search.press('Enter')
  await expect(page).toHaveURL(/skuCode=ir/)
  await expect(card.locator('.row-card-below')).toContainText(/^IR/)
  await expectPhone(page)
})

test('filters of a list on a phone stand in a sheet, and those that are set as chips', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.finance', LINES, { width: 'phone', language: 'zh' })
  const { list } = texts.page
  await expect(cardsOf(page).first()).toBeVisible()
  await expectPhone(page)
  await page.getByRole('button', { name: list.filters, exact: true }).click()
  const sheet = page.getByRole('dialog')
  const year = sheet.getByRole('textbox', { name: texts.budget.documents.countryBudget.fields.year })
  await year.fill('26')
  await sheet.getByRole('button', { name: cardsZh.show, exact: true }).click()
  await expect(
    sheet.getByText(
      filled(list.rules.wholeNumber, { field: texts.budget.documents.countryBudget.fields.year, min: 2000, max: 2100 }),
    ),
  ).toBeVisible()
  await year.fill('2025')
  await sheet.getByRole('button', { name: cardsZh.show, exact: true }).click()
  await expect(sheet).toHaveCount(0)
  await expect.poll(() => query(page).get('year')).toBe('2025')
  await expect(page.getByRole('button', { name: filled(list.filtersCount, { count: 1 }) })).toBeVisible()
  const { year: label } = texts.budget.documents.countryBudget.fields
  await page.getByRole('button', { name: filled(cardsZh.remove, { filter: `${label}: 2025` }) }).click()
  await expect.poll(() => query(page).get('year')).toBe(null)
  await expect(page.locator('.filter-chips')).toHaveCount(0)
})

test('a tap anywhere on a card opens its row, and Back shows the list again', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.channel', '/imei/list', { width: 'phone' })
  const first = cardsOf(page).first()
  await expect(first.locator('.row-card-facts')).toContainText(devicePage.fields.skuName)
  await expectPhone(page)
  const number = await first.locator('.row-card-title').innerText()
  await first.locator('dd').first().click()
  await page.waitForURL(/\/imei\/mobile\/detail/)
  await expect(page.getByText(number).filter({ visible: true }).first()).toBeVisible()
  await page.goBack()
  await page.waitForURL(/\/imei\/list/)
  await expect(cardsOf(page).first()).toContainText(number)
})

test('a row and a new document of a list lead a phone to the page and form made for it, and Back to the list', async ({
  browser,
}) => {
  const { page, texts } = await arrive(browser, 'in.channel', APPLICATIONS, { width: 'phone' })
  await cardsOf(page).first().locator('dd').first().click()
  await page.waitForURL(/\/budgetCountry\/mobile\?/)
  await page.goBack()
  await page.waitForURL(/\/budget\/pc\/country\/list/)
  await page.getByRole('button', { name: texts.budget.page.newGrant }).click()
  await page.waitForURL(/\/budget\/mobile\/country\/apply\?.*type=new/)
  await expect(page.getByText(texts.budget.documents.countryBudget.fields.reason).first()).toBeVisible()
})

test('rows are selected on a phone only where something can be done to several', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.channel', APPLICATIONS, { width: 'phone' })
  const first = cardsOf(page).first()
  await expect(first).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: cardsEn.pick, exact: true }).click()
  await first.click()
  await expect(page.getByRole('checkbox').first()).toBeChecked()
  await expect(page.locator('.list-acts')).toContainText(filled(texts.page.list.chosen, { count: 1 }))
  await page.getByRole('button', { name: cardsEn.picked, exact: true }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  const devices = await arrive(browser, 'in.channel', '/imei/list', { width: 'phone' })
  await expect(cardsOf(devices.page).first()).toBeVisible()
  await expect(devices.page.getByRole('button', { name: cardsEn.pick, exact: true })).toHaveCount(0)
})
