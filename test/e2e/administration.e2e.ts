import { expect, type Page } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { inbox as inboxEn } from '#kernel/services/tasks/locale/inbox.en.ts'
import { auditingPage as auditEn } from '#areas/auditing/locale/page.en.ts'
import { records as accountsEn } from '#areas/account/records/records.en.ts'
import { records as accountsZh } from '#areas/account/records/records.zh.ts'
import { en as askEn } from '#kernel/web/console/access-request/locale/en.ts'
import { zh as askZh } from '#kernel/web/console/access-request/locale/zh.ts'
import { settingPage } from '#kernel/web/console/setting/locale/setting-page.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { arrive, expectToast } from './support/person.ts'
import { test } from './support/test.ts'
import { textsOf } from './support/texts.ts'

const PARAMETERS = '/system/parameters'
const PARAMETER = 'Files of the download centre'

async function openParameter(page: Page) {
  await page.getByRole('button', { name: PARAMETER }).click()
  return page.getByRole('dialog', { name: PARAMETER })
}

test('a parameter is drafted by one administrator, published by another, and found in the audit', async ({
  browser,
}) => {
  const { page } = await arrive(browser, 'hq.it', PARAMETERS)
  const inForce = page.getByRole('row').filter({ hasText: PARAMETER })
  const days = (await inForce.textContent())?.includes('9 d') ? '10' : '9'
  const drafting = await openParameter(page)
  await drafting.getByLabel('days').fill(days)
  // Rule: a person who edited a draft does not publish it.
  await expect(drafting.getByText('You worked on it: somebody else publishes it')).toBeVisible()
  await expect(drafting.getByRole('button', { name: 'Publish…' })).toBeDisabled()

  const second = await arrive(browser, 'hq.it2', PARAMETERS)
  const reading = await openParameter(second.page)
  await reading.getByRole('button', { name: 'Publish…' }).click()
  const dialog = second.page.getByRole('dialog', { name: /^Publish version/ })
  await expect(dialog).toContainText(`${days} d`)
  await dialog.getByRole('button', { name: /^Publish version/ }).click()
  await expectToast(second.page, /is in force/)
  const row = second.page.getByRole('row').filter({ hasText: PARAMETER })
  await expect(row).toContainText(`${days} d`)

  const auditor = await arrive(browser, 'hq.auditor', '/system/audit?type=System%20parameter')
  const entry = auditor.page.getByRole('row').filter({ hasText: 'Second Administrator' }).first()
  await expect(entry).toContainText(auditEn.types.parameter)
  await expect(entry).toContainText(auditEn.acts.publish)
  await expect(entry).toContainText(`${auditEn.settings.value}: ${days}`)
})

test('a setting that waits for its second person is published from the tasks only after a question', async ({
  browser,
  origin,
}) => {
  const company = companyAt(origin)
  interface Version {
    readonly content: { readonly nameEn: string; readonly nameZh: string; readonly rights: readonly string[] }
  }
  const role = await company.call<{ versions: Version[]; draft: { version: number } | null }>(
    'hq.it',
    '/aps/permission/role/detail',
    { key: 'sales' },
  )
  const { content } = role.versions[0]!
  const named = { ...content, nameEn: `Sales ${productNow().getTime()}` }
  const draft = await company.call<{ kind: string; version: number }>('hq.it', '/aps/permission/role/draft/save', {
    key: 'sales',
    draftVersion: role.draft?.version ?? 0,
    content: named,
    note: '',
  })
  const asked = { kind: draft.kind, key: 'sales', draftVersion: draft.version }
  await company.call('hq.it', '/aps/setting/draft/ask', asked)
  const { page } = await arrive(browser, 'hq.it2', '/tasks/pc')
  const waiting = page.getByRole('article').filter({ hasText: named.nameEn })
  // It counts among what is to do, so the list below it does not say that nothing is.
  await expect(page.getByText(inboxEn.none.beside)).toBeVisible()
  const phone = await arrive(browser, 'hq.it2', '/tasks/mobile', { width: 'phone' })
  await expect(phone.page.getByText(inboxEn.none.beside)).toBeVisible()
  await expect(phone.page.getByRole('article').filter({ hasText: named.nameEn })).toBeVisible()
  const drafts = await phone.page.getByRole('article').count()
  await expect(phone.page.getByText(new RegExp(`^${inboxEn.boxes.open}\\s*${drafts}$`))).toBeVisible()
  await waiting.getByRole('button', { name: settingPage.waiting.publish }).click()
  const question = page.getByRole('dialog')
  for (const text of [settingPage.editor.publishText, settingPage.editor.publishFinal, named.nameEn])
    await expect(question).toContainText(text)
  await question.getByRole('button', { name: textsOf('en').page.common.cancel }).click()
  await expect(waiting).toBeVisible()
  await waiting.getByRole('button', { name: settingPage.waiting.publish }).click()
  await question.getByRole('button', { name: settingPage.waiting.publishNow }).click()
  await expectToast(page, /is in force/)
  await expect(waiting).toBeHidden()
  await expect(question).toBeHidden()

  // Published on its own page, where a dry run of the draft stands open, it is not tried again: there is no draft any more.
  await company.call('hq.it', '/aps/permission/role/draft/save', { key: 'sales', draftVersion: 0, content, note: '' })
  const tried = page.waitForResponse('**/performDryRun')
  await page.goto('/system/roles/edit?code=sales')
  await tried
  const rights = page.locator('.permission-rights')
  // All columns of rights are in sight.
  await expect
    .poll(() => rights.evaluate((box) => box.clientWidth > 0 && box.scrollWidth <= box.clientWidth))
    .toBe(true)
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(question).toBeVisible()
  let repeats = 0
  page.on('request', (request) => (repeats += Number(request.url().endsWith('/performDryRun'))))
  await question.getByRole('button', { name: /^Publish version/ }).click()
  await expectToast(page, /is in force/)
  await expect(page.getByText(settingPage.editor.noDraft)).toBeVisible()
  expect(repeats).toBe(0)
})

test('a person without a right reads which one is missing and requests it, and an administrator finds the request', async ({
  browser,
}) => {
  const reason = `Roles of my team ${productNow().getTime()}`
  const { page } = await arrive(browser, 'in.manager', '/system/roles', { language: 'zh' })
  await expect(page.getByRole('heading', { name: '抱歉，您没有权限访问该页面' })).toBeVisible()
  await expect(page.getByText('需要权限“查看：角色”')).toBeVisible()
  await page.getByRole('button', { name: askZh.ask }).click()
  await page.getByLabel(askZh.reason).fill(reason)
  await page.getByRole('button', { name: askZh.send }).click()
  await expect(page.getByText(askZh.asked).or(page.getByText(askZh.askedBefore))).toBeVisible()

  const administrator = await arrive(browser, 'hq.it', '/system/requests')
  await expect(administrator.page.getByRole('row').filter({ hasText: 'Manager, India' }).first()).toContainText('Role')
})

test('a phone shows which right is missing and requests it within its width', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.rsd', '/system/mobile/accounts', { width: 'phone' })
  await expect(page.getByText('403')).toBeVisible()
  await page.getByRole('button', { name: askEn.why }).click()
  await expect(page.getByRole('list', { name: askEn.conditions }).getByText(askEn.notMet).first()).toBeVisible()
  await page.getByRole('button', { name: askEn.ask }).click()
  await page.getByLabel(askEn.reason).fill('Accounts of my team')
  await page.getByRole('button', { name: askEn.send }).click()
  await expect(page.getByText(askEn.asked).or(page.getByText(askEn.askedBefore))).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('an account is shown as activated or inactive in both languages', async ({ browser }) => {
  for (const [language, texts] of [
    ['en', accountsEn],
    ['zh', accountsZh],
  ] as const) {
    const { page } = await arrive(browser, 'hq.it', '/system/app-accounts', { language })
    const { states } = texts.user
    await expect(page.getByRole('row').filter({ hasText: 'in.joiner' })).toContainText(states.draft)
    await expect(page.getByRole('row').filter({ hasText: 'in.sales' })).toContainText(states.enabled)
  }
})
