import { verbDialog } from '#kernel/web/console/approval/verbs/locale/verb-dialog.en.ts'
import { homeTexts } from '#kernel/services/home/locale/home.en.ts'
import { expect } from '@playwright/test'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { applicationOf, submittedGrant } from './support/application.ts'
import * as desk from './support/desk.ts'
import { arrive, expectToast, type Person } from './support/person.ts'
import { test } from './support/test.ts'
import * as phone from './support/phone.ts'
import { actedText } from './support/texts.ts'

const application = applicationOf({
  department: 'BD09',
  reason: 'Retail training before the season',
  lines: [{ project: 'PJ-IN-01', businessType: 'S0801', productLine: 'PH40', amount: '2500' }],
})

const REASON = 'The trainers are not named.'

async function expectState({ page }: Person, state: string): Promise<void> {
  await expect(page.locator('.document-head:visible')).toContainText(state)
}

test('the reason of a rejection stands above the application and its form, which is submitted again and approved', async ({
  browser,
  origin,
}) => {
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const manager = await arrive(browser, 'in.manager', '/index')
  const { approval } = manager.texts.page
  await desk.openTask(manager, no)

  await manager.page.getByRole('button', { name: approval.reject, exact: true }).click()
  await expect(manager.page.getByText(approval.reasonRequired)).toBeVisible()
  await expect(manager.page.getByRole('textbox', { name: approval.reason })).toBeFocused()
  await manager.page.getByRole('textbox', { name: approval.reason }).fill(REASON)
  await manager.page.getByRole('button', { name: approval.reject, exact: true }).click()
  await expectToast(manager.page, actedText(manager.texts, 'reject', no))

  const drafter = await arrive(browser, 'in.channel', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  const { texts, page } = drafter
  await expectState(drafter, texts.budget.documents.countryBudget.states.rejected)
  const refusal = page.locator('.banner-error:visible').filter({ hasText: REASON })
  await expect(refusal).toContainText('Manager, India')
  await page.getByRole('link', { name: texts.page.form.edit }).and(page.locator('.ant-btn')).click()
  await expect(page.getByRole('button', { name: texts.page.form.submit, exact: true })).toBeVisible()
  await expect(refusal).toBeVisible()
  await page.getByLabel(texts.budget.documents.countryBudget.fields.reason).fill('Trainers are named in the remark')
  const again = await desk.submit(drafter)
  expect(again.no).toBe(no)
  await expectState(drafter, texts.budget.documents.countryBudget.states.underApproval)

  // The list on the page still shows the task of the withdrawn round until it is loaded again.
  await manager.page.reload()
  await desk.openTask(manager, no)
  await desk.decide(manager, 'agree', approval.phraseAgree)
})

test('a task that was decided elsewhere says so on the page that stood open, and offers no decision', async ({
  browser,
  origin,
}) => {
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const manager = await arrive(browser, 'in.manager', '/index')
  const { page, texts } = manager
  const agree = page.getByRole('button', { name: texts.page.approval.agree, exact: true })
  await desk.openTask(manager, no)
  await expect(agree).toBeVisible()
  await companyAt(origin)
    .as('in.manager')
    .decide(countryBudget, 'approve', formInstanceId ?? '')
  await expect(page.getByRole('status').filter({ hasText: texts.page.approval.notMine })).toBeVisible()
  await expect(agree).toHaveCount(0)
})

test('a rejection on the phone needs a reason too, and its drafter reads it above page and form', async ({
  browser,
  origin,
}) => {
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const manager = await arrive(browser, 'in.manager', '/tasks/mobile', { width: 'phone', language: 'zh' })
  const { approval } = manager.texts.page
  await phone.openTask(manager, no)
  await manager.page.getByRole('contentinfo').getByRole('button', { name: approval.reject, exact: true }).click()
  const sheet = manager.page.getByRole('dialog')
  await sheet.getByRole('button', { name: approval.reject, exact: true }).click()
  await expect(sheet.getByText(approval.reasonRequired)).toBeVisible()
  await expect(sheet.getByRole('textbox')).toBeFocused()
  await sheet.getByRole('textbox').fill('讲师未列明')
  await sheet.getByRole('button', { name: approval.reject, exact: true }).click()
  await expectToast(manager.page, actedText(manager.texts, 'reject', no))

  const address = `/budgetCountry/mobile?formInstanceId=${formInstanceId}`
  const { page, texts } = await arrive(browser, 'in.channel', address, { width: 'phone' })
  const refusal = page.locator('.banner-error:visible').filter({ hasText: '讲师未列明' })
  await expect(refusal).toBeVisible()
  await page.getByRole('button', { name: texts.page.form.edit }).click()
  await expect(page).toHaveURL(/apply/)
  await expect(refusal).toBeVisible()
})

test('a withdrawn application is a draft again, and the link of its task shows its state', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^4\d\d /)
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const manager = await arrive(browser, 'in.manager', '/index')
  await desk.openTask(manager, no)
  const link = new URL(manager.page.url())
  expect(link.searchParams.get('taskId')).not.toBeNull()

  const drafter = await arrive(browser, 'in.channel', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  const { page, texts } = drafter
  const { approval } = texts.page
  await page.getByRole('button', { name: approval.withdraw, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: verbDialog.titles.withdraw })
  await dialog.getByRole('textbox').fill('Wrong month')
  await dialog.getByRole('button', { name: approval.withdraw, exact: true }).click()
  await expectToast(page, actedText(texts, 'withdraw', no))
  await expectState(drafter, texts.budget.documents.countryBudget.states.draft)

  // The manager acts on the outdated document on screen: the act is refused, and the page shows the current state.
  await manager.page.getByRole('textbox', { name: approval.opinion }).fill('Agreed')
  await manager.page.getByRole('button', { name: approval.agree, exact: true }).click()
  await expect(manager.page.locator('.banner', { hasText: 'Wrong month' })).toBeVisible()
  await expect(manager.page.getByRole('button', { name: approval.agree, exact: true })).toBeHidden()

  await manager.page.goto(link.pathname + link.search)
  await expectState(manager, texts.budget.documents.countryBudget.states.draft)
  await expect(manager.page.locator('.banner', { hasText: 'Wrong month' })).toBeVisible()
  await expect(manager.page.getByRole('button', { name: approval.agree, exact: true })).toBeHidden()
})

test('a task opens its phone page on a phone, also from the home page', async ({ browser, origin }) => {
  await submittedGrant(origin, application)
  const { page } = await arrive(browser, 'in.manager', '/index', { width: 'phone' })
  // Other parts of the page may come first.
  const task = page.getByRole('region', { name: homeTexts.tasks }).locator('.home-row').first()
  await expect(task).toBeVisible()
  await task.tap()
  await expect(page).toHaveURL(/mobile.*formInstanceId=/)
})

test('a decision without an answer keeps its reason in place, and pressing again completes it', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/)
  const APPROVE = '**/aps/budget/country/approve'
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const manager = await arrive(browser, 'in.manager', '/index')
  const { page, texts } = manager
  const { approval } = texts.page
  await desk.openTask(manager, no)
  await page.setViewportSize({ width: 390, height: 844 })
  const agree = page.getByRole('button', { name: approval.agree, exact: true })
  await agree.click()
  await expect(page.getByText(approval.opinionRequired)).toBeVisible()
  const phrase = page.getByRole('button', { name: approval.phraseInOrder })
  expect((await phrase.boundingBox())?.height).toBeLessThan(30)
  await phrase.click()
  await expect(page.getByText(approval.opinionRequired)).toBeHidden()
  await page.route(APPROVE, (route) => route.abort())
  await agree.click()
  await expect(page.getByRole('region', { name: approval.opinion }).getByRole('alert')).toHaveText(
    texts.page.http.network,
  )
  await expect(page.locator('.toast-error')).toHaveCount(0)
  await page.unroute(APPROVE)
  await agree.click()
  await expectToast(page, actedText(texts, 'approve', no))

  const address = `/budgetCountry/mobile?formInstanceId=${formInstanceId}`
  const finance = await arrive(browser, 'in.regfinance', address, { width: 'phone', language: 'zh' })
  const { approval: words, http } = finance.texts.page
  const bar = finance.page.getByRole('contentinfo').getByRole('button', { name: words.agree, exact: true })
  const sheet = finance.page.getByRole('dialog')
  await finance.page.route(APPROVE, (route) => route.abort())
  await bar.click()
  await sheet.getByRole('button', { name: words.phraseChecked }).click()
  await sheet.getByRole('button', { name: words.agree, exact: true }).click()
  await expect(sheet.getByRole('alert')).toHaveText(http.network)
  await sheet.getByRole('button', { name: finance.texts.page.common.close }).click()
  await bar.click()
  await expect(sheet.getByRole('alert')).toHaveText(http.network)
  await finance.page.unroute(APPROVE)
  await sheet.getByRole('button', { name: words.agree, exact: true }).click()
  await expectToast(finance.page, actedText(finance.texts, 'approve', no))
})
