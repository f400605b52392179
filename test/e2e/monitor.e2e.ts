import { expect } from '@playwright/test'
import { monitor as en } from '#kernel/services/monitor/locale/monitor.en.ts'
import { monitor as zh } from '#kernel/services/monitor/locale/monitor.zh.ts'
import { applicationOf, submittedGrant } from './support/application.ts'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'

const application = applicationOf({
  month: '12',
  department: 'BD07',
  reason: 'To be mended',
  lines: [{ project: 'PJ-IN-01', businessType: 'S0601', productLine: 'PH10', amount: '4321' }],
})

test('an administrator finds an approval, reassigns it with a reason and terminates it, without reading amounts', async ({
  browser,
  origin,
}) => {
  const { no } = await submittedGrant(origin, application)
  const { page } = await arrive(browser, 'hq.it', `/system/monitor?no=${no}`)
  const row = page.getByRole('row').filter({ hasText: no })
  await expect(row).toContainText('Manager, India')
  await expect(page.locator('main')).not.toContainText('4,321')

  await row.getByRole('button', { name: filled(en.explain, { no }) }).click()
  const drawer = page.getByRole('dialog', { name: no })
  await expect(drawer).toContainText(en.why.fine)
  await drawer.getByRole('button', { name: en.repairs.reassign }).click()
  const repair = page.getByRole('dialog', { name: en.repairs.reassign })
  await repair.getByRole('button', { name: en.repairs.reassign }).click()
  await expect(repair).toContainText(en.reasonMissing)
  await repair.getByRole('combobox').fill('in.rsm')
  await page.locator('.ant-select-item-option').filter({ hasText: 'in.rsm' }).click()
  await repair.getByLabel(en.reason).fill('On leave without a substitute')
  await repair.getByRole('button', { name: en.repairs.reassign }).click()
  await expect(repair).toBeHidden()
  await expect(row).toContainText('RSM, India')

  await row.getByRole('button', { name: filled(en.explain, { no }) }).click()
  await drawer.getByRole('button', { name: en.repairs.terminate }).click()
  const end = page.getByRole('dialog', { name: en.repairs.terminate })
  await end.getByLabel(en.reason).fill('Raised twice')
  await end.getByRole('button', { name: en.repairs.terminate }).click()
  await expect(row).toHaveCount(0)
})

test('the counts of the approval monitor filter its list in Chinese, and others have no such page', async ({
  browser,
}) => {
  const { page } = await arrive(browser, 'admin', '/system/monitor', { language: 'zh' })
  await expect(page.getByRole('heading', { name: zh.title })).toBeVisible()
  const slow = page.getByRole('group', { name: zh.fields.health }).getByRole('button', { name: zh.counts.slow })
  await slow.click()
  await expect(slow).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/health=slow/)
  await slow.click()
  await expect(page).not.toHaveURL(/health=/)
  const other = await arrive(browser, 'in.rsm', '/system/monitor')
  await expect(other.page).toHaveURL(/\/40[34]/)
})
