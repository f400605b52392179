import { expect, type Page } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { integrationPage as en } from '#areas/integration/locale/page.en.ts'
import { integrationPage as zh } from '#areas/integration/locale/page.zh.ts'
import { records as labels } from '#areas/integration/records/records.en.ts'
import { syncSetting } from '#areas/integration/records/sync-setting.record.ts'
import { en as kit } from '#kernel/engine/record/locale/record.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { rows, settled } from './support/list.ts'
import { arrive, expectToast } from './support/person.ts'
import { test } from './support/test.ts'

const drawer = (page: Page) => page.locator('dialog.dialog-drawer[open]')

interface Stored {
  readonly record: { readonly id: string }
}

/** A setting of this test's own that fetches the demonstration's rates: no other test runs it. */
async function setting(origin: string): Promise<{ readonly id: string; readonly code: string }> {
  const code = `E2E-${productNow().getTime().toString(36).toUpperCase()}`
  const values = {
    code,
    nameZh: '测试拉取',
    nameEn: `Rates ${code}`,
    recordCode: 'currencyRate',
    direction: 'inbound',
    systemCode: 'ERP',
    path: '/rates',
    paging: 'cursor',
    mapping: 'currencyCode = currency\nbaseCode = base\nkind = "monthAverage"\nvalidFrom = day\nunits = rate.units',
    attempts: 3,
    backOffSeconds: 10,
    deadAfterHours: 1,
  }
  const { record } = await companyAt(origin).call<Stored>('hq.it', `${syncSetting.api}/create`, { values })
  return { id: record.id, code }
}

test('an administrator corrects a mapping, runs the setting and reads the outcome in the log', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^400 .*\/sync\/setting\/update/)
  const { id, code } = await setting(origin)
  const { page } = await arrive(browser, 'hq.it', `${syncSetting.page}?record=${id}`)
  await drawer(page).getByRole('button', { name: kit.edit }).click()
  const mapping = drawer(page).getByLabel(labels.syncSetting.fields.mapping)
  const good = await mapping.inputValue()
  await mapping.fill('currencyCode = currency\ncolour = colour')
  await drawer(page).getByRole('button', { name: kit.save }).click()
  await expect(drawer(page).getByRole('alert').first()).toContainText('colour')
  await mapping.fill(`${good}\n`)
  await drawer(page).getByRole('button', { name: kit.save }).click()
  await expectToast(page, kit.saved)
  await drawer(page).getByRole('button', { name: en.run }).click()
  const run = drawer(page).locator('.sync-runs li').filter({ hasText: en.runStates.succeeded })
  await expect(run).toBeVisible({ timeout: 30_000 })
  await run.getByRole('link').click()
  await expect(drawer(page)).toContainText(`Rates ${code}`)
  // The demonstration's own system names an unknown currency once a week.
  await expect(drawer(page).locator('.sync-refused > li').first()).toContainText('XTS')
  await page.keyboard.press('Escape')
  await settled(page)
  await expect(rows(page).filter({ hasText: `Rates ${code}` })).toContainText(en.kinds.pull)
})

test('a reader sees the state of synchronizations and cannot start anything, also in Chinese', async ({ browser }) => {
  const { page } = await arrive(browser, 'hq.auditor', '/master/pc/syncPush?state=failedPushed')
  await settled(page)
  await expect(page.getByLabel(en.health.title)).toBeVisible()
  await expect(rows(page).first()).toContainText(en.pushStates.failedPushed)
  await expect(page.getByRole('button', { name: en.retryAll })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  const chinese = await arrive(browser, 'hq.auditor', '/master/pc/syncRun', { language: 'zh' })
  await settled(chinese.page)
  await expect(chinese.page.getByRole('heading', { level: 1, name: zh.runs })).toBeVisible()
})
