import { verbDialog } from '#kernel/web/console/approval/verbs/locale/verb-dialog.en.ts'
import { type Browser, expect } from '@playwright/test'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { flow } from '#kernel/base/i18n/locale/flow.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { applicationOf, submittedGrant } from './support/application.ts'
import { type At, arrive, type Person, signIn, sitDown } from './support/person.ts'
import * as desk from './support/desk.ts'
import { choosePageSize } from './support/list.ts'
import { test } from './support/test.ts'

const application = applicationOf({
  month: '12',
  department: 'BD07',
  reason: 'Told at once',
  lines: [{ project: 'PJ-IN-01', businessType: 'S0601', productLine: 'PH10', amount: '130' }],
})

/** A person whose page receives live events: the stream begins once the page has loaded. */
async function listening(browser: Browser, account: string, address: string, at: At = {}): Promise<Person> {
  const person = await sitDown(browser, account, at)
  const begun = person.page.waitForResponse('**/api/v1/live')
  await signIn(person, address)
  await begun
  return person
}

const rows = ({ page }: Person, no: string) => page.locator('.notification-list > li').filter({ hasText: no })

test('a notification arrives at once, is read by opening it, and can be marked unread', async ({ browser, origin }) => {
  const person = await listening(browser, 'in.manager', '/notifications')
  const { page, texts } = person
  await expect(page.locator('.notification-list > li').first()).toBeVisible()
  const { no } = await submittedGrant(origin, application)

  // The list on screen does not move by itself, the bell knows already.
  await expect(page.getByRole('button', { name: texts.page.inbox.newDataRefresh })).toBeVisible()
  await page.locator('.bell > button').click()
  const bell = page.getByRole('dialog', { name: texts.page.shell.notifications })
  const told = bell.getByRole('link').filter({ hasText: no })
  await expect(told).toContainText(texts.notify.unread)
  await told.click()
  await expect(page.getByRole('heading', { name: no })).toBeVisible()

  await page.goto('/notifications')
  const row = rows(person, no)
  await expect(row).toBeVisible()
  await expect(row).not.toHaveClass(/notification-unread/)
  await row.hover()
  await row.getByRole('button', { name: texts.notify.markUnread }).click()
  await expect(row).toHaveClass(/notification-unread/)
  await page.getByRole('tab', { name: new RegExp(`^${texts.notify.views.unread}`) }).click()
  await expect(page).toHaveURL(/view=unread/)
  await expect(row).toBeVisible()
  // The mark removes it from the unread ones; it is still among all.
  await row.hover()
  await row.getByRole('button', { name: texts.notify.markRead }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('tab', { name: texts.notify.views.all, exact: true }).click()
  await expect(row).toBeVisible()
  await choosePageSize(person, 50)
  await expect(page).toHaveURL(/limit=50/)
  await expect(row).toBeVisible()
})

test('notifications are filtered by kind on a phone in Chinese', async ({ browser }) => {
  const person = await arrive(browser, 'in.channel', '/notifications', { language: 'zh', width: 'phone' })
  const { page, texts } = person
  await page.getByLabel(texts.notify.kind).fill(texts.notify.kinds.rejected)
  await page.getByLabel(texts.notify.kind).press('Enter')
  await expect(page).toHaveURL(/kind=rejected/)
  const list = page.locator('.notification-list > li')
  await expect(list.first()).toContainText('驳回')
  expect(await list.count()).toBe(await list.filter({ hasText: '驳回' }).count())
  // Nothing is wider than the phone's screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('notification settings are saved without a button', async ({ browser }) => {
  // A person whom no other test uses.
  const person = await arrive(browser, 'id.rcsm', '/notifications/settings')
  const { page, texts } = person
  const { when, saved } = texts.notify
  const status = page.getByRole('status').filter({ hasText: saved })
  const sunday = page.getByRole('checkbox', { name: when.weekday7 })
  const quiet = page.getByRole('checkbox', { name: when.quiet })
  await expect(quiet).toBeVisible()
  const was = await sunday.isChecked()
  await sunday.setChecked(!was)
  await quiet.setChecked(true)
  const from = page.getByLabel(when.from, { exact: true })
  await from.fill('21:30')
  await from.press('Enter')
  await expect(status).toBeVisible()
  await page.reload()
  await expect(sunday).toBeChecked({ checked: !was })
  await expect(page.locator('.when-hours')).toContainText('21:30')
  await sunday.setChecked(was)
  await quiet.setChecked(false)
  await expect(status).toBeVisible()
})

test('an open document shows by itself that somebody else decided it', async ({ browser, origin }) => {
  const lines = [{ project: 'PJ-IN-01', businessType: 'S0602', productLine: 'PH30', amount: '130' }]
  const { no, formInstanceId } = await submittedGrant(
    origin,
    applicationOf({ department: 'BD09', reason: 'Watched', lines }),
  )
  const drafter = await arrive(browser, 'in.channel', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  const { states } = drafter.texts.budget.documents.countryBudget
  await expect(drafter.page.getByText(states.underApproval).first()).toBeVisible()
  const manager = await arrive(browser, 'in.manager', '/index')
  await desk.openTask(manager, no)
  await desk.decide(manager, 'reject', 'Not this month')
  await expect(drafter.page.getByText(states.rejected).first()).toBeVisible()
  await expect(drafter.page.getByText(states.underApproval)).toHaveCount(0)
})

test('an open document on a phone shows by itself that it was decided, and a comment that is being typed stays', async ({
  browser,
  origin,
}) => {
  const lines = [{ project: 'PJ-IN-01', businessType: 'S0602', productLine: 'PH30', amount: '140' }]
  const { formInstanceId } = await submittedGrant(
    origin,
    applicationOf({ department: 'BD09', reason: 'Watched on the way', lines }),
  )
  const address = `/budgetCountry/mobile?formInstanceId=${formInstanceId}`
  const drafter = await listening(browser, 'in.channel', address, { width: 'phone' })
  const { page, texts } = drafter
  const { states } = texts.budget.documents.countryBudget
  await expect(page.locator('.summary').getByText(states.underApproval)).toBeVisible()
  await page.getByRole('contentinfo').getByRole('button', { name: flow.more, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: flow.verbs.comment, exact: true }).click()
  const comment = page.getByRole('dialog', { name: verbDialog.titles.comment }).getByRole('textbox')
  await comment.fill('The dealers ask every day')
  await companyAt(origin).as('in.manager').decide(countryBudget, 'reject', `${formInstanceId}`)
  await expect(page.locator('.summary').getByText(states.rejected)).toBeVisible()
  await expect(comment).toHaveValue('The dealers ask every day')
})
