import { expect, type BrowserContext, type Page } from '@playwright/test'
import { applicationOf, submittedGrant } from './support/application.ts'
import * as desk from './support/desk.ts'
import { arrive, expectToast, fillSignIn, type Person } from './support/person.ts'
import { test } from './support/test.ts'
import { actedText, anyOf, filled } from './support/texts.ts'

const application = applicationOf({
  department: 'BD09',
  reason: 'Typed before the session ended',
  lines: [{ project: 'PJ-IN-02', businessType: 'S0701', productLine: 'PH10', amount: '12' }],
})

/** Ends the session behind the back of the page, as the clock or an administrator would. */
async function endSession(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${sessionStorage.getItem('token')}`,
      'x-csrf-token': sessionStorage.getItem('csrfToken') ?? '',
      'content-type': 'application/json',
    }
    return (await fetch('/api/v1/admin/logout', { method: 'POST', headers, body: '{}' })).status
  })
  expect(status).toBe(200)
}

/**
 * Saves of the form wait until the answer is called. A form saves by itself after three seconds without a key; on a busy machine that would
 * come before the session ends, and leave nothing unsaved.
 */
async function holdSaves(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/aps/budget/country/save', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The provider asks for the password again. */
async function forgetAtProvider(context: BrowserContext): Promise<void> {
  await context.clearCookies()
}

/** The browser's own word for each call that found the session over. */
const OVER = /^401 |net::ERR_FAILED \/api\/v1\/live/

const sessionOf = (page: Page) =>
  page.evaluate(() => ['token', 'csrfToken', 'menus', 'buttons'].filter((key) => sessionStorage.getItem(key) !== null))

const coverOf = ({ page, texts }: Person) => page.getByRole('dialog', { name: texts.page.session.endedTitle })

async function openSignIn(person: Person): Promise<Page> {
  const [popup] = await Promise.all([
    person.context.waitForEvent('page'),
    coverOf(person).getByRole('link', { name: person.texts.page.session.signIn }).click(),
  ])
  return popup
}

test('unsaved input stays under a sign-in dialog, and the call is repeated once for the same person', async ({
  browser,
  complaints,
}) => {
  complaints.expect(OVER)
  const person = await arrive(browser, 'in.channel', '/budget/pc/country/list')
  const { page, texts } = person
  // The stream of events would learn of it first: here it is a call of the form that fails.
  await page.route('**/api/v1/live', (route) => route.abort())
  await desk.startGrant(person)
  await desk.fillHeader(person, application)
  await expect(page.getByText(anyOf(texts.page.form.saved))).toBeVisible()
  const saves: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/aps/budget/country/save')) saves.push(response.status())
  })
  const letSavesGo = await holdSaves(page)
  await page.getByLabel(texts.budget.documents.countryBudget.fields.reason).fill('Typed while the session ends')
  await endSession(page)
  letSavesGo()
  await expect(coverOf(person)).toBeVisible()
  expect(await sessionOf(page)).toEqual([])
  await expect(page.locator('.toast')).toHaveCount(0)
  // Nothing of the page can be read or reached: not by Esc, by Tab or by shortcuts.
  expect(await page.locator('#root').evaluate((root) => getComputedStyle(root).filter)).toContain('blur')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)

  const popup = await openSignIn(person)
  await expect.poll(() => popup.isClosed()).toBe(true)
  await expect(coverOf(person)).toBeHidden()
  await expect(page.getByText(anyOf(texts.page.form.saved))).toBeVisible()
  await expect(page.getByLabel(texts.budget.documents.countryBudget.fields.reason)).toHaveValue(
    'Typed while the session ends',
  )
  expect(saves.filter((status) => status === 200)).toHaveLength(1)
  expect(saves.length).toBeLessThanOrEqual(2)
  expect(await sessionOf(page)).toEqual(expect.arrayContaining(['token', 'csrfToken', 'menus']))
})

test('a different person after the end of a session starts without anything of the first', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(OVER)
  const person = await arrive(browser, 'in.channel', '/budget/pc/country/list', { language: 'zh' })
  const { page, texts, context } = person
  await desk.startGrant(person)
  const letSavesGo = await holdSaves(page)
  await page.getByLabel(texts.budget.documents.countryBudget.fields.reason).fill('Secret plans')
  await forgetAtProvider(context)
  await endSession(page)
  letSavesGo()
  await expect(coverOf(person)).toBeVisible()
  const popup = await openSignIn(person)
  await fillSignIn({ ...person, account: 'in.manager', page: popup })
  await expect(page.getByRole('button', { name: filled(texts.page.shell.user, { name: '印度经理' }) })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/index')
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('Secret plans')
  expect(origin).toBe(new URL(page.url()).origin)
})

test('a page without unsaved input goes straight to sign-in and returns to the same page', async ({
  browser,
  complaints,
}) => {
  complaints.expect(OVER)
  complaints.expect(OVER)
  const person = await arrive(browser, 'in.manager', '/tasks/pc?view=done')
  const { page, texts, context } = person
  // The stream of events would learn of it first, before anything is pressed.
  await page.route('**/api/v1/live', (route) => route.abort())
  // The frame asks for its counts once the page is at rest: after the end of the session that would be the call that finds it out.
  const counted = [/\/task\/queryPage\?.*order=latest/, /\/notification\/latest/].map((path) =>
    page.waitForResponse(path),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: texts.page.tasks.title })).toBeVisible()
  await Promise.all(counted)
  // Two calls fail at once; one departure.
  const departures: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/auth/authorize')) departures.push(request.url())
  })
  await forgetAtProvider(context)
  await endSession(page)
  await page.getByRole('link', { name: texts.page.shell.home, exact: true }).first().click()
  await expect(page.getByRole('heading', { name: texts.signIn.title, exact: true })).toBeVisible()
  expect(departures).toHaveLength(1)
  await fillSignIn(person)
  await expect(page).toHaveURL(/\/index$/)
  await expect(coverOf(person)).toHaveCount(0)
})

test('an opinion on the phone is kept under the sign-in dialog, and the action is done once', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(OVER)
  complaints.expect(OVER)
  const { formInstanceId } = await submittedGrant(origin, application)
  const person = await arrive(browser, 'in.manager', `/budgetCountry/mobile?formInstanceId=${formInstanceId}`, {
    width: 'phone',
  })
  const { page, texts } = person
  const { approval } = texts.page
  await page.route('**/api/v1/live', (route) => route.abort())
  await page.reload()
  const acts: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/aps/budget/country/approve')) acts.push(response.status())
  })
  await page.getByRole('contentinfo').getByRole('button', { name: approval.agree, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: approval.agree })
  await sheet.getByRole('textbox').fill('Agreed on the road')
  // The session ends while the act is on its way, so that no other call of the page finds it out before.
  await page.route('**/aps/budget/country/approve', async (route) => {
    if (acts.length === 0) await endSession(page)
    await route.continue()
  })
  await sheet.getByRole('button', { name: approval.agree, exact: true }).click()
  await expect(coverOf(person)).toBeVisible()
  await expect(page.locator('.sheet textarea')).toBeHidden()
  await openSignIn(person)
  await expectToast(page, actedText(person.texts, 'approve'))
  await expect(coverOf(person)).toBeHidden()
  expect(acts).toEqual([401, 200])
})

test('signing out in one window signs out all windows', async ({ browser, complaints }) => {
  complaints.expect(OVER)
  const first = await arrive(browser, 'in.finance', '/index')
  const [idle, other] = [await first.context.newPage(), await first.context.newPage()]
  await idle.goto('/index')
  await expect(idle.getByRole('heading', { level: 1 })).toBeVisible()
  await other.goto('/index')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const bearer = await idle.evaluate(() => sessionStorage.getItem('token'))
  await first.page.getByRole('button', { name: anyOf(first.texts.page.shell.user) }).click()
  await first.page.getByRole('menuitem', { name: first.texts.page.shell.signOut }).click()
  await expect(first.page.getByRole('heading', { name: first.texts.signIn.title, exact: true })).toBeVisible()
  for (const page of [idle, other]) {
    await expect(coverOf({ ...first, page })).toBeVisible()
    expect(await sessionOf(page)).toEqual([])
  }
  // The session also ends on the server. The window is covered before that call is answered.
  const headers = { authorization: `Bearer ${bearer}` }
  const statusOfSession = async () => (await first.page.request.get('/api/v1/admin/user/current', { headers })).status()
  await expect.poll(statusOfSession).toBe(401)
})
