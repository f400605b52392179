import { expect } from '@playwright/test'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { duplicates as en } from '#kernel/web/console/duplicates/locale/duplicates.en.ts'
import { duplicates as zh } from '#kernel/web/console/duplicates/locale/duplicates.zh.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { arrive } from './support/person.ts'
import { noSidewaysScroll } from './support/scheme-desk.ts'
import { appliedIn, placeOf } from './support/schemes.ts'
import { test } from './support/test.ts'

/** Two applications that ask for the same, and who decides on the second. */
async function doubled(origin: string, amount: string) {
  const place = await placeOf(origin)
  const first = await appliedIn(origin, place, [amount], { name: 'Autumn sell-in' })
  const second = await appliedIn(origin, place, [amount], { name: 'Sell-in of autumn' })
  const account = (await companyAt(origin).asked(schemeApplication, second.formInstanceId)) ?? 'nobody'
  return { first, second, account }
}

test('an approver sees a possible duplicate side by side and opens it', async ({ browser, origin }) => {
  const { first, second, account } = await doubled(origin, '7341.09')
  const { page } = await arrive(
    browser,
    account,
    `/scheme/application/pc?type=view&formInstanceId=${second.formInstanceId}`,
  )
  const warning = page.getByRole('status').filter({ hasText: en.title })
  await expect(warning).toContainText(first.no)
  await warning.getByRole('button', { name: en.compare }).click()
  const dialog = page.getByRole('dialog')
  const row = (label: string) =>
    dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
  await expect(row('Planned amount')).toContainText(en.equal)
  await expect(row('Scheme name')).toContainText('Sell-in of autumn')
  await expect(row('Scheme name')).toContainText('Autumn sell-in')
  await expect(row('Scheme name')).not.toContainText(en.equal)
  await page.screenshot({ path: 'test-results/duplicate-desk.png' })
  await dialog.getByRole('link', { name: en.open.replace('{no}', first.no) }).click()
  await expect(page.getByRole('heading', { name: first.no }).first()).toBeVisible()
})

test('a possible duplicate is shown below the document on a phone', async ({ browser, origin }) => {
  const { first, second, account } = await doubled(origin, '7342.09')
  const person = await arrive(
    browser,
    account,
    `/scheme/application/mobile?type=view&formInstanceId=${second.formInstanceId}`,
    {
      width: 'phone',
      language: 'zh',
    },
  )
  const { page } = person
  const warning = page.getByRole('status').filter({ hasText: zh.title })
  await expect(warning).toContainText(first.no)
  await warning.getByRole('button', { name: zh.compare }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: zh.mine })).toBeVisible()
  await expect(sheet.getByText(zh.equal).first()).toBeVisible()
  await page.screenshot({ path: 'test-results/duplicate-phone.png' })
  await noSidewaysScroll(person)
})
