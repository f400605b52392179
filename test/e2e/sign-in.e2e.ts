import { expect, type Route } from '@playwright/test'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { applicationOf, submittedGrant } from './support/application.ts'
import { arrive, expectToast, fillSignIn, sitDown, signIn } from './support/person.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'

const application = applicationOf({
  department: 'BD08',
  reason: 'Opened from links',
  lines: [{ project: 'PJ-IN-02', businessType: 'S0701', productLine: 'PH10', amount: '1234.5' }],
})

test('a sign-in keeps the address of a link and removes its ticket', async ({ browser, origin }) => {
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const person = await sitDown(browser, 'in.manager')
  const { page } = person
  const address = `/budgetCountry/pc?formInstanceId=${formInstanceId}&taskId=7&hideDetail=1`
  const tickets: string[] = []
  page.on('request', (request) => {
    const ticket = new URL(request.url()).searchParams.get('token')
    if (ticket) tickets.push(ticket)
  })
  await signIn(person, address)
  await expect(page.getByRole('heading', { name: no })).toBeVisible()
  expect(page.url()).toBe(origin + address)
  expect(tickets.length).toBeGreaterThan(0)
  const kept = await page.evaluate(() => ({
    session: Object.fromEntries(Object.entries(sessionStorage)),
    local: Object.fromEntries(Object.entries(localStorage)),
  }))
  expect(Object.keys(kept.session)).toEqual(expect.arrayContaining(['token', 'csrfToken', 'menus', 'buttons']))
  expect(kept.session['token']).not.toBe(tickets[0])
  expect(kept.local['userName']).toBe('Manager, India')
})

test('a second tab signs in silently and opens its own address', async ({ browser, origin }) => {
  const person = await arrive(browser, 'in.rsd', '/index')
  const { texts } = person
  await expect(
    person.page.getByRole('heading', { name: filled(texts.page.home.greeting, { name: 'RSD, India' }) }),
  ).toBeVisible()
  const second = await person.context.newPage()
  await second.goto('/tasks/pc?view=done')
  await expect(second.getByRole('heading', { name: texts.page.tasks.title })).toBeVisible()
  expect(second.url()).toBe(`${origin}/tasks/pc?view=done`)
})

test('an account that works in Chinese fetches no English texts in an English browser', async ({ browser, origin }) => {
  await companyAt(origin).call('id.rsm', '/api/v1/admin/user/language', { language: 'zh' })
  const person = await sitDown(browser, 'id.rsm', { language: 'en' })
  const { page } = person
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
  await signIn(person)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The build names a file of texts after its language: page-zh-….js, zh_CN-….js, budget.en-….js.
  const ofLanguage = (language: string) =>
    files.filter((file) => new RegExp(`(^|[.-])${language}[-_].*\\.js$`).test(file))
  expect(ofLanguage('zh')).not.toEqual([])
  expect(ofLanguage('en')).toEqual([])
})

test('an unknown ticket leads to the sign-in page once', async ({ browser, origin, complaints }) => {
  complaints.expect(/^401 .*auth\/exchange/)
  const person = await sitDown(browser, 'in.rsd', { language: 'zh' })
  const { page, texts } = person
  await page.goto('/tasks/pc?token=not-a-ticket')
  await expect(page.getByText(texts.kernel.errors.access.ticketInvalid)).toBeVisible()
  await fillSignIn(person)
  await expect(page.getByRole('heading', { name: texts.page.tasks.title })).toBeVisible()
  expect(page.url()).toBe(`${origin}/tasks/pc`)
})

test('a used ticket leads through the sign-in again without a loop', async ({ browser, origin, complaints }) => {
  complaints.expect(/^401 .*auth\/exchange/)
  const person = await sitDown(browser, 'in.rsd')
  const { page, texts } = person
  const exchange = page.waitForRequest(/auth\/exchange/)
  await signIn(person, '/tasks/pc')
  const { ticket } = (await exchange).postDataJSON() as { ticket: string }
  await expect(page.getByRole('heading', { name: texts.page.tasks.title })).toBeVisible()

  let departures = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/auth/authorize')) departures += 1
  })
  await page.goto(`/tasks/pc?token=${encodeURIComponent(ticket)}`)
  await expect(page.getByText(texts.kernel.errors.access.ticketInvalid)).toBeVisible()
  // The provider still knows the person, so the way back needs no password.
  await expect(page.getByRole('heading', { name: texts.page.tasks.title })).toBeVisible()
  expect(page.url()).toBe(`${origin}/tasks/pc`)
  expect(departures).toBe(1)
})

test('signing out ends the session at the provider too', async ({ browser, complaints }) => {
  // Requests of the page that were running when the person left.
  complaints.expect(/^401 \(Unauthorized\) \/(aps|api)\//)
  const person = await arrive(browser, 'in.tl', '/index')
  const { page, texts } = person
  await page.getByRole('button', { name: filled(texts.page.shell.user, { name: 'TL, India' }) }).click()
  await page.getByRole('menuitem', { name: texts.page.shell.signOut }).click()
  // The provider asks for the password again, instead of signing in silently.
  await expect(page.getByRole('heading', { name: texts.signIn.title, exact: true })).toBeVisible()
  await page.goto('/index')
  await expect(page.getByRole('heading', { name: texts.signIn.title, exact: true })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
})

test('a call that is refused during a sign-out does not sign the person in again', async ({ browser, complaints }) => {
  complaints.expect(/^401 \(Unauthorized\) \/(aps|api)\//)
  const person = await sitDown(browser, 'in.tl')
  const { page, texts } = person
  const { promise: held, resolve: hold } = Promise.withResolvers<Route>()
  await page.route('**/budget/country/use', hold)
  await signIn(person)
  const late = await held
  let hasStrayed = true
  await page.route('**/api/v1/admin/logout', async (route) => {
    const answer = await route.fetch()
    const stray = page.waitForRequest(/authorize/, { timeout: 1_500 }).then(
      () => true,
      () => false,
    )
    await late.continue()
    hasStrayed = await stray
    await route.fulfill({ response: answer })
  })
  await page.getByRole('button', { name: filled(texts.page.shell.user, { name: 'TL, India' }) }).click()
  await page.getByRole('menuitem', { name: texts.page.shell.signOut }).click()
  await expect(page.getByRole('heading', { name: texts.signIn.title, exact: true })).toBeVisible()
  expect(hasStrayed).toBe(false)
})

test('a wrong password is reported, and the account stays filled in', async ({ browser, complaints }) => {
  complaints.expect(/^401 .*oidc\/interaction/)
  const person = await sitDown(browser, 'in.sales')
  await person.page.goto('/index')
  await fillSignIn(person, 'not-demo')
  const { texts, page } = person
  await expect(page.getByRole('alert')).toHaveText(texts.signIn.wrong)
  await expect(page.getByLabel(texts.signIn.account)).toHaveValue('in.sales')
})

for (const language of ['en', 'zh'] as const) {
  test(`an account without menus is told so (${language})`, async ({ browser }) => {
    const { page, texts } = await arrive(browser, 'nomenu', '/index', { language })
    await expect(page.getByRole('alert')).toHaveText(texts.page.shell.noMenu)
  })
}

test('a missing page and a page without the right show different error pages', async ({
  browser,
  origin,
  complaints,
}) => {
  // A page's first call is sent beside the one for the permissions, and is refused to a person without the page.
  complaints.expect(/^403 .*\/aps\/area/)
  const { page, texts } = await arrive(browser, 'hq.it', '/nowhere/at/all')
  const { errorPage } = texts.page
  await expect(page.getByRole('heading', { name: errorPage.missing })).toBeVisible()
  expect(page.url()).toBe(`${origin}/404`)
  await page.goto('/budget/pc/country/list')
  await expect(page.getByRole('heading', { name: errorPage.forbidden })).toBeVisible()
  await expect(page.getByText('/budget/pc/country/list')).toBeVisible()
  await page.goto('/budget/mobile/country/apply')
  await expect(page.getByText(errorPage.forbidden)).toBeVisible()
  // Without an address to come from, no menu can be named.
  await page.goto('/403')
  await expect(page.getByText(errorPage.forbiddenAny)).toBeVisible()
})

test('a broken CSRF token is renewed with a toast, and the page reloads', async ({ browser, complaints }) => {
  // The counts of the frame are requested once the page is at rest, which may be before or after the token is broken.
  complaints.expect(/^403 .*(budget\/country\/(page|sum)|download-center|notification)/)
  const { page, texts } = await arrive(browser, 'in.rsm', '/budget/pc/country/list')
  await expect(page.locator('.pager-total')).toHaveText(/\d/)
  await page.evaluate(() => sessionStorage.setItem('csrfToken', 'broken'))
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: texts.page.list.refresh, exact: true }).click()
  await expectToast(page, texts.page.http.csrfRenewed)
  await reloaded
  await expect(page.locator('.pager-total')).toHaveText(/\d/)
  expect(await page.evaluate(() => sessionStorage.getItem('csrfToken'))).not.toBe('broken')
})

test('a link from the team chat opens the approval page without the menu call', async ({ browser, origin }) => {
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const { url } = await companyAt(origin).call<{ url: string }>('in.manager', '/api/v1/admin/permission/link', {
    url: `/budgetCountry/pc?formInstanceId=${formInstanceId}`,
  })
  const { page, texts } = await sitDown(browser, 'in.manager')
  const permissionCalls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/admin/init'))
      permissionCalls.push(new URL(request.url()).searchParams.get('type') ?? '')
  })
  await page.goto(url)
  await expect(page.getByRole('heading', { name: no })).toBeVisible()
  await expect(page.getByRole('button', { name: texts.page.approval.agree, exact: true })).toBeVisible()
  expect(permissionCalls).toContain('button')
  expect(permissionCalls).not.toContain('menu')
  expect(new URL(page.url()).searchParams.has('token')).toBe(false)
  expect(await page.evaluate(() => sessionStorage.getItem('ttControl'))).toBe('1')
})

test('another region sees nothing of a document, not even that it exists', async ({ browser, origin, complaints }) => {
  complaints.expect(/^404 .*country\/detail/)
  const { no, formInstanceId } = await submittedGrant(origin, application)
  const desktop = await arrive(browser, 'id.manager', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  await expect(desktop.page.getByRole('heading', { name: desktop.texts.page.denied.missing.title })).toBeVisible()
  await expect(desktop.page.getByText(no)).toHaveCount(0)
  await expect(desktop.page.getByText('1,234.50')).toHaveCount(0)

  await desktop.page.goto(`/budgetCountry/mobile?formInstanceId=${formInstanceId}`)
  await expect(desktop.page.getByRole('heading', { name: desktop.texts.page.denied.missing.title })).toBeVisible()
  await expect(desktop.page.getByText(no)).toHaveCount(0)
})

test('the language is kept with the account, and switching it loses no input', async ({ browser, origin }) => {
  // Other tests that sign in with this account would find it in Chinese.
  await companyAt(origin).call('id.finance', '/api/v1/admin/user/language', { language: 'en' })
  const person = await arrive(browser, 'id.finance', '/budget/pc/country/list?view=applications&state=approved')
  const { page, texts } = person
  await page.getByRole('button', { name: texts.page.common.language }).click()
  await page.getByRole('menuitem', { name: '中文' }).click()
  await expect(page.getByRole('heading', { name: '国家预算' })).toBeVisible()
  await expect(page).toHaveURL(/state=approved/)
  const elsewhere = await arrive(browser, 'id.finance', '/tasks/pc')
  await expect(elsewhere.page.getByRole('heading', { name: '我的待办' })).toBeVisible()
})
