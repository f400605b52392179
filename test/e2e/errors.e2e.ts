import { machineTime } from '#kernel/base/clock/clock.ts'
import { errorLog as logTexts } from '#kernel/web/console/session/error-log.en.ts'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { applicationOf, savedDraft } from './support/application.ts'
import * as desk from './support/desk.ts'
import { arrive, expectNothingCovered, expectToast, sitDown, signIn, type Person } from './support/person.ts'
import { test } from './support/test.ts'
import { anyOf, filled } from './support/texts.ts'

const LOGOUT = '**/api/v1/admin/logout'

/** The errors that the tests cause on purpose, in the words of the browser. */
const BROKEN =
  /^[45]\d\d |net::ERR_FAILED|ChunkLoadError|broken by the test|another|nobody caught this|dynamically imported/

const fulfil =
  (status: number, body = '<html>gateway</html>') =>
  (route: Route) =>
    route.fulfill({ status, body })

async function openUserMenu({ page, texts }: Person, name: string): Promise<void> {
  await page.getByRole('button', { name: filled(texts.page.shell.user, { name }) }).click()
}

/** Signing out is a call whose failure no form handles, so it is shown as a toast. */
async function signOutTo(person: Person, name: string, answer: (route: Route) => Promise<void>): Promise<void> {
  await person.page.unroute(LOGOUT)
  await person.page.route(LOGOUT, answer)
  await openUserMenu(person, name)
  await person.page.getByRole('menuitem', { name: person.texts.page.shell.signOut }).press('Enter')
}

for (const [language, name] of variantsOfThisRun('errors', [
  ['en', 'TL, India'],
  ['zh', '印度团队主管 TL'],
] as const)) {
  test(`failed calls are toasts in the words of the error catalogue (${language})`, async ({ browser, complaints }) => {
    complaints.expect(BROKEN)
    const person = await sitDown(browser, 'in.tl', { language })
    const { page, texts } = person
    const { http, common } = texts.page
    await page.clock.install()
    await signIn(person)
    await expect(page.getByRole('button', { name: filled(texts.page.shell.user, { name }) })).toBeVisible()
    // The clock stands still, so that the toasts of the test are shown together however slow the machine is.
    await page.clock.pauseAt(machineTime() + 60_000)
    const refused = JSON.stringify({ code: 400, msg: texts.kernel.errors.access.ssoExitMissing, requestId: 'r-7' })
    for (const [status, body] of [[502], [503], [504], [418], [400, refused]] as const)
      await Promise.all([page.waitForResponse(LOGOUT), signOutTo(person, name, fulfil(status, body))])
    const toasts = page.locator('.toast')
    const close = (toast: Locator) => toast.getByRole('button', { name: common.close }).click()
    // At most three at once, each with a way to close it; the others wait for their place.
    await expect(toasts).toContainText([http.badGateway, http.unavailable, http.gatewayTimeout])
    await close(toasts.first())
    await close(toasts.first())
    const { ssoExitMissing } = texts.kernel.errors.access
    await expect(toasts).toContainText([http.gatewayTimeout, filled(http.other, { status: 418 }), ssoExitMissing])
    await expectToast(page, filled(common.requestId, { id: 'r-7' }))
    await expectNothingCovered(page)
    await close(toasts.last())
    await expect(toasts).toHaveCount(2)
    await expect(toasts.filter({ hasText: 'r-7' })).toHaveCount(0)
  })
}

test('a toast stays three seconds, and longer while the pointer is on it', async ({ browser, complaints }) => {
  complaints.expect(BROKEN)
  const person = await sitDown(browser, 'in.tl')
  const { page, texts } = person
  await page.clock.install()
  await signIn(person)
  await expect(page.getByRole('button', { name: filled(texts.page.shell.user, { name: 'TL, India' }) })).toBeVisible()
  await page.clock.pauseAt(machineTime() + 60_000)
  await signOutTo(person, 'TL, India', fulfil(503))
  const toast = page.locator('.toast')
  await expect(toast).toBeVisible()
  await page.clock.runFor(2_500)
  await toast.hover()
  await page.clock.runFor(10_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(700, 500)
  await page.clock.runFor(2_900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toBeHidden()
})

test('a part of the page that does not load offers a reload, and typed input is kept', async ({
  browser,
  complaints,
}) => {
  complaints.expect(BROKEN)
  complaints.expect(BROKEN)
  complaints.expect(BROKEN)
  const person = await sitDown(browser, 'in.channel')
  const { page, texts } = person
  const { http, common, errorLog } = texts.page
  await signIn(person, '/budget/pc/country/list')
  await desk.startGrant(person)
  const reason = page.getByLabel(texts.budget.documents.countryBudget.fields.reason)
  await reason.fill('Typed before the part failed')
  await page.route('**/assets/MyTasksPage-*.js', (route) => route.abort())
  await page.getByRole('link', { name: texts.page.tasks.title }).first().click()
  await expectToast(page, http.chunk)
  await expect(page.getByRole('heading', { name: http.chunk })).toBeVisible()
  // The failure is in the error log too.
  await page.getByRole('button', { name: anyOf(errorLog.button) }).click()
  const panel = page.getByRole('dialog', { name: errorLog.title })
  await expect(panel.getByText(logTexts.chunk).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.unroute('**/assets/MyTasksPage-*.js')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('main').getByRole('button', { name: common.reload }).click()
  await reloaded
  await expect(page.getByRole('heading', { name: texts.page.tasks.title })).toBeVisible()
  await page.goBack()
  await expect(reason).toHaveValue('Typed before the part failed')
})

test('a part of the page that hangs counts as failed after two minutes', async ({ browser, complaints }) => {
  complaints.expect(BROKEN)
  const person = await sitDown(browser, 'in.manager')
  const { page, texts } = person
  await page.clock.install()
  await signIn(person)
  await page.route('**/assets/MyTasksPage-*.js', () => undefined)
  // The two minutes count from the request for the part.
  const asked = page.waitForRequest('**/assets/MyTasksPage-*.js')
  await page.getByRole('link', { name: texts.page.tasks.title }).first().click()
  await asked
  await page.clock.runFor(119_000)
  await expect(page.getByRole('heading', { name: texts.page.http.chunk })).toHaveCount(0)
  await page.clock.runFor(1_100)
  await expect(page.getByRole('heading', { name: texts.page.http.chunk })).toBeVisible()
})

async function breakScript(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new TypeError(text)
    })
  }, message)
}

test('errors of the page are listed in a panel and reported to the server', async ({ browser, complaints }) => {
  complaints.expect(BROKEN)
  const person = await arrive(browser, 'in.manager', '/tasks/pc?view=done')
  const { page, texts } = person
  const { errorLog } = texts.page
  await expect(page).not.toHaveURL(/token=/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const told = page.waitForResponse('**/api/v1/client-errors')
  await breakScript(page, 'broken by the test, see /x?token=secret')
  const answer = await told
  expect(answer.status()).toBe(200)
  expect(answer.request().postDataJSON()).toMatchObject({
    message: 'TypeError: broken by the test, see /x',
    info: 'window',
    url: '/tasks/pc',
  })
  // As if the script failed before the page had taken the ticket of the sign-in from its address.
  const address = page.url()
  await page.evaluate(() => history.replaceState(history.state, '', `${location.href}&token=ticket`))
  await breakScript(page, 'another')
  await page.evaluate(() => void Promise.reject(new Error('nobody caught this')))
  await page.getByRole('button', { name: filled(errorLog.button, { count: 3 }) }).click()
  const panel = page.getByRole('dialog', { name: errorLog.title })
  for (const text of ['TypeError: another', 'Error: nobody caught this', logTexts.rejection, address])
    await expect(panel.getByText(text, { exact: true }).first()).toBeVisible()
  await panel.locator('summary').first().click()
  await expect(panel.locator('pre').first()).toBeVisible()
  await panel.getByRole('button', { name: logTexts.copyAll }).click()
  await expect(panel.locator('.toast').filter({ hasText: texts.page.message.copySuccess })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('TypeError: another')
  expect(copied).not.toContain('token=ticket')
  await panel.getByRole('button', { name: logTexts.clear }).click()
  await expect(panel.getByText(logTexts.empty)).toBeVisible()
})

test('the user menu opens the profile with fixed roles', async ({ browser, complaints }) => {
  complaints.expect(BROKEN)
  const person = await arrive(browser, 'hq.pricing', '/index', { language: 'zh' })
  const { page, texts } = person
  await openUserMenu(person, '总部定价')
  await page.getByRole('menuitem', { name: 'hq.pricing' }).click()
  const dialog = page.getByRole('dialog', { name: texts.page.userInfo.title })
  await expect(dialog.getByText('hq.pricing')).toBeVisible()
  for (const role of ['总部定价', '区域销售总监']) {
    const box = dialog.getByRole('checkbox', { name: role })
    await expect(box).toBeChecked()
    await expect(box).toBeDisabled()
  }
})

test('options that could not be loaded are empty, say so, and offer Retry', async ({ browser, complaints }) => {
  complaints.expect(BROKEN)
  const person = await arrive(browser, 'in.channel', '/budget/pc/country/list')
  const { page, texts } = person
  const { options, common } = texts.page
  const pools = '**/budget/pool/project/list'
  await page.route(pools, fulfil(503))
  await page.reload()
  const label = texts.budget.documents.countryBudget.fields.projectPoolCode
  const filter = page
    .locator('.field')
    .filter({ has: page.getByText(label, { exact: true }) })
    .first()
  await expect(filter.getByText(options.failed)).toBeVisible()
  await page.unroute(pools)
  await filter.getByRole('button', { name: common.retry }).click()
  await expect(filter.getByText(options.failed)).toBeHidden()
  await desk.pick(page, filter.getByRole('combobox'), 'PP01')
  await expect(filter).toContainText('PP01')
})

test('a new version is offered and never forced, and input, tabs and filters survive it', async ({
  browser,
  complaints,
}) => {
  complaints.expect(BROKEN)
  const person = await arrive(browser, 'in.channel', '/budget/pc/country/list?view=applications&state=approved')
  const { page, texts } = person
  const { version } = texts.page
  await expect(page.locator('.pager-total')).toHaveText(/\d/)
  await page.route('**/aps/area', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'another' } })
  })
  await page.goto('/budget/pc/country/apply?type=new&applyType=grant&idcCode=IN')
  const reason = page.getByLabel(texts.budget.documents.countryBudget.fields.reason)
  await reason.fill('Typed before the new version')
  await expect(page.getByText(version.text)).toBeVisible()
  await page.unroute('**/aps/area')
  const reloaded = page.waitForEvent('load')
  await page.locator('.new-version').getByRole('button', { name: version.reload }).click()
  await reloaded
  await expect(reason).toHaveValue('Typed before the new version')
  await expect(page.getByText(version.text)).toHaveCount(0)
  await page.getByRole('navigation', { name: texts.page.shell.tabs }).getByText(texts.budget.menu.countryList).click()
  await expect(page).toHaveURL(/state=approved/)
})

test('a document out of reach on the phone says whom to ask and offers no Retry', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(BROKEN)
  const draft = await savedDraft(
    origin,
    applicationOf({
      department: 'BD09',
      reason: 'Not for Indonesia',
      lines: [{ project: 'PJ-IN-02', businessType: 'S0701', productLine: 'PH10', amount: '3' }],
    }),
  )
  const person = await arrive(browser, 'id.channel', `/budget/mobile/country/apply?applyNo=${draft.no}`, {
    width: 'phone',
  })
  const { page, texts } = person
  await expect(page.getByRole('heading', { name: texts.page.denied.missing.title })).toBeVisible()
  await expect(page.getByRole('button', { name: texts.page.common.retry })).toHaveCount(0)
  await page.goto(`/budget/pc/country/apply?applyNo=${draft.no}`)
  await expect(page.getByRole('heading', { name: texts.page.denied.missing.title })).toBeVisible()
  await expect(page.getByRole('button', { name: texts.page.common.retry })).toHaveCount(0)
})
