import { expect } from '@playwright/test'
import { insight as en } from '#areas/budget/locale/insight.en.ts'
import { reporting } from '#kernel/web/console/list/totals/reporting.en.ts'
import { arrive } from './support/person.ts'
import { filled } from './support/texts.ts'
import { test } from './support/test.ts'

test('headquarters looks at all areas together and opens the budgets of one', async ({ browser }) => {
  const { page } = await arrive(browser, 'hq.finance', '/home')
  const year = 2026
  const card = page.getByRole('region', { name: filled(en.group.title, { year }) })
  await expect(card).toContainText(filled(reporting.note, { base: 'USD', year }))
  await page.goto('/budget/pc/overview?idcCode=all')
  const group = page.getByRole('region', { name: filled(en.group.title, { year }) })
  const rows = group.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  expect(await rows.count()).toBeGreaterThan(5)
  await expect(group.locator('tfoot tr').last()).toContainText(en.group.all)
  await expect(group.locator('tfoot tr').last()).toContainText('USD')
  const india = rows.filter({ hasText: 'INR' })
  const granted = await india.locator('.amount').first().textContent()
  await india.getByRole('link').click()
  await page.waitForURL(/\/budget\/pc\/country\/list\?.*idcCode=IN/)
  await expect(page.locator('.totals')).toContainText(granted!.trim())
})

test('the year end leads to the budgets that still have something committed', async ({ browser }) => {
  const { page } = await arrive(browser, 'hq.finance', '/budget/pc/year-end?idcCode=IN&year=2025')
  const figures = page.locator('.year-end-figures')
  const link = figures.locator('a[href*="stage=committed"]')
  const committed = await link.textContent()
  await link.click()
  await page.waitForURL(/stage=committed/)
  await expect(page.locator('.totals')).toContainText(committed!.trim())
})
