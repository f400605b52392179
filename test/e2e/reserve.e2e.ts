import { expect } from '@playwright/test'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { LATIN_AMERICA } from '#test/helpers/company/fixtures.ts'
import { applicationOf, contentOf } from './support/application.ts'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'

/** A grant in the region that finance confirms in the demonstration. */
function raised(origin: string): Promise<Acted> {
  const line = { country: 'MX', project: 'PJ-MX-01', businessType: 'S0101', productLine: 'PH10', amount: '100.00' }
  const content = contentOf(applicationOf({ reason: 'Held by finance as well', lines: [line] }))
  return companyAt(origin)
    .as('admin')
    .submit(countryBudget, { ...content, ...LATIN_AMERICA })
}

test('finance confirms a submit while its page is open, on desktop and phone, and the board shows its history', async ({
  browser,
  origin,
}) => {
  const { no, formInstanceId } = await raised(origin)
  const { page, texts } = await arrive(browser, 'admin', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  const { reserveStates } = texts.kernel
  await expect(page.locator('.document-head')).toContainText(reserveStates.occupied)
  await expect(page.locator('.timeline')).toContainText(/FR-\d+-1/)

  await page.goto(`/budget/pc/repair?state=occupied&no=${no}`)
  await page.locator('tbody').getByRole('button', { name: no }).click()
  const drawer = page.getByRole('dialog', { name: no })
  await expect(drawer.locator('.reserve-history li').first()).toContainText(reserveStates.occupied)
  await expect(drawer).toContainText(/FR-\d+-1/)

  const address = `/budgetCountry/mobile?formInstanceId=${formInstanceId}`
  const phone = await arrive(browser, 'hq.finance', address, { width: 'phone', language: 'zh' })
  await expect(phone.page.locator('.summary-head')).toContainText(phone.texts.kernel.reserveStates.occupied)
})

test('a retry on the reservation board needs a reason and leaves other reservations alone', async ({ browser }) => {
  const { page } = await arrive(browser, 'hq.finance', '/budget/pc/repair')
  const failed = page.getByRole('row').filter({ hasText: 'Fail To' }).first()
  await failed.getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Retry/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog).toContainText('Please give the reason')
  await page.keyboard.press('Escape')
  await expect(failed).toBeVisible()
})
