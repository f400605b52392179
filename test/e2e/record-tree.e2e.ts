import { expect, type Page } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { organisation } from '#areas/organisation/records/organisation.record.ts'
import { records as labels } from '#areas/organisation/records/records.en.ts'
import { en as kit } from '#kernel/engine/record/locale/record.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { pick } from './support/desk.ts'
import { arrive, expectToast } from './support/person.ts'
import { test } from './support/test.ts'

const { page: LIST, phonePage, api } = organisation
const drawer = (page: Page) => page.locator('dialog.dialog-drawer[open]')

interface Made {
  readonly record: { readonly id: string }
}

/** A branch of its own below another, by its code. */
async function branch(origin: string, code: string, parentCode: string): Promise<string> {
  const names = { nameZh: code, nameEn: code, timezone: 'UTC+05:30', language: 'en', currencyCode: 'INR' }
  const values = { ...names, code, parentCode, type: 'branch' }
  return (await companyAt(origin).call<Made>('hq.it', `${api}/create`, { values })).record.id
}

test('a tree of organisations opens by keyboard, and an organisation moves in it and never below itself', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^400 .*\/organisation\/update/)
  const at = productNow().getTime().toString(36).toUpperCase()
  const [upper, lower] = [`TU-${at}`, `TL-${at}`]
  await branch(origin, upper, 'IN-BT')
  await branch(origin, lower, upper)
  const { page } = await arrive(browser, 'hq.it', `${LIST}?shape=tree`)
  const tree = page.getByRole('tree', { name: labels.organisation.title })
  const node = (name: string | RegExp) => tree.getByRole('treeitem', { name })
  await node(/^HQ /).focus()
  await page.keyboard.press('ArrowRight')
  await expect(node(/^IN /)).toBeVisible()
  await node(/^IN /).focus()
  await page.keyboard.press('ArrowRight')
  await node(/^IN-BT /).focus()
  await page.keyboard.press('ArrowRight')
  await expect(node(new RegExp(`^${upper} `))).toHaveAttribute('aria-level', '4')
  await node(new RegExp(`^${upper} `)).focus()
  await page.keyboard.press('Enter')

  const upperField = () => drawer(page).getByRole('combobox', { name: labels.organisation.fields.parentCode })
  await drawer(page).getByRole('button', { name: kit.edit, exact: true }).click()
  await pick(page, upperField(), lower)
  await drawer(page).getByRole('button', { name: kit.save, exact: true }).click()
  await expect(drawer(page).getByRole('alert').first()).toContainText(lower)
  await pick(page, upperField(), 'ID-ID')
  await drawer(page).getByRole('button', { name: kit.save, exact: true }).click()
  await expectToast(page, kit.saved)
  await expect(drawer(page).getByRole('navigation', { name: kit.path })).toContainText('Indonesia')
  await page.keyboard.press('Escape')
  await expect(node(new RegExp(`^${upper} `))).toHaveCount(0)
})

test('a phone moves up and down the tree of organisations', async ({ browser, origin }) => {
  const { records } = await companyAt(origin).call<{ records: readonly { id: string }[] }>(
    'hq.it',
    `${api}/queryPage`,
    {
      keyword: 'IN-IN',
    },
  )
  const { page } = await arrive(browser, 'in.finance', `${phonePage}?id=${records[0]?.id}`, { width: 'phone' })
  await page.getByRole('navigation', { name: kit.path }).getByRole('link', { name: 'India' }).click()
  await page.getByText(kit.below, { exact: true }).click()
  await expect(page.getByRole('link', { name: /IN-LK/ })).toBeVisible()
})
