import { expect } from '@playwright/test'
import { priceCalendar } from '#areas/price/calendar/price-calendar.en.ts'
import { priceComparison } from '#areas/price/compare/price-comparison.en.ts'
import type { PriceRow } from '#areas/price/list/price-row.list.ts'
import { priceList } from '#areas/price/list/price-rows.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { arrive } from '../support/person.ts'
import { test } from '../support/test.ts'

// Prices of one key in time, and prices side by side.

/** A price that is announced to change, so that its calendar has more than one. */
async function announced(origin: string): Promise<PriceRow> {
  const asked = { page: 1, limit: 20, state: 'pending', classificationCode: 'PC-IN-01' }
  const { records } = await companyAt(origin).call<{ records: readonly PriceRow[] }>(
    'in.channel',
    '/aps/gs/price/queryByPage',
    asked,
  )
  return records[0]!
}

test('somebody looks at a price in time from the list, and compares its classification with another', async ({
  browser,
  baseURL,
}) => {
  const price = await announced(baseURL!)
  const filters = new URLSearchParams({
    state: 'pending',
    areaId: price.areaId,
    classificationCode: 'PC-IN-01',
    skuCode: price.skuCode,
  })
  const person = await arrive(browser, 'in.channel', `/process/price/pc/maintainList?${filters}`, { language: 'en' })
  const { page } = person
  const open = priceList.page.calendarOf.replace('{sku}', price.skuCode)
  await page.getByRole('button', { name: open }).first().click()
  const dialog = page.getByRole('dialog', { name: open })
  await dialog.getByRole('button', { name: priceCalendar.views.year, exact: true }).click()
  await expect(dialog.locator('.price-calendar-strips > li')).toHaveCount(12)
  await expect(dialog.getByRole('table', { name: priceCalendar.list }).locator('tbody tr').first()).toBeVisible()
  // The bar of a price leads to its page by the keyboard, too.
  const bar = dialog.locator('.price-calendar-bar a').first()
  const address = await bar.getAttribute('href')
  await bar.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => `${url.pathname}${url.search}` === address)
  await expect(page.getByRole('heading', { name: priceList.page.calendar })).toBeVisible()

  await page.goto(`/process/price/pc/maintainList?${filters}`)
  // The comparison begins with the price that is chosen: what it is of, and its product.
  await page
    .getByRole('checkbox', { name: new RegExp(price.skuCode) })
    .first()
    .check()
  await page.getByRole('link', { name: priceComparison.open }).click()
  await expect(page.getByText(priceComparison.choose)).toBeVisible()
  const { searchParams: begun } = new URL(page.url())
  expect([begun.get('skuCode'), begun.get('tradeTermCode'), begun.get('currency')]).toEqual([
    price.skuCode,
    price.tradeTermCode,
    price.currency,
  ])
  const right = page.getByRole('group', { name: priceComparison.right })
  await right.getByRole('combobox', { name: priceComparison.classification }).click()
  await page.getByRole('option', { name: /^PC-IN-02/ }).click()
  const table = page.getByRole('table', { name: priceComparison.title })
  await expect(table.getByRole('columnheader', { name: priceComparison.columns.difference, exact: true })).toBeVisible()
  // Whoever has no right to costs and margins finds no column of them.
  for (const name of [priceComparison.columns.leftCost, priceComparison.columns.rightMargin])
    await expect(page.getByRole('columnheader', { name })).toHaveCount(0)
  await expect(page).toHaveURL(/otherClassificationCode=PC-IN-02/)
})
