import { expect, type Page } from '@playwright/test'
import { applicationOf, submittedGrant } from '../support/application.ts'
import { LINES } from '../support/list.ts'
import { arrive } from '../support/person.ts'
import { test } from '../support/test.ts'

const sheets = (page: Page) => page.locator('dialog[open]')

/** Back, once what is open has an entry of the history: the first time that takes a moment. */
async function backFromOpen(page: Page): Promise<void> {
  await page.waitForFunction(() => (history.state as { sheet?: string } | null)?.sheet !== undefined)
  await page.goBack()
}

/** What opens has its entry of the history once its part of the page is loaded. */
const isEntered = (page: Page) =>
  expect.poll(() => page.evaluate(() => Boolean((history.state as { sheet?: string } | null)?.sheet))).toBe(true)

test('a page of the phone leads home and to the menu', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.manager', '/tasks/mobile', { width: 'phone' })
  const { menu, home } = texts.page.shell
  await page.getByRole('button', { name: menu, exact: true }).click()
  await expect(sheets(page).getByRole('link', { name: texts.page.tasks.title })).toHaveAttribute('aria-current', 'page')
  await sheets(page).getByRole('link', { name: home, exact: true }).click()
  await page.waitForURL(/\/index\/mobile/)
  await expect(sheets(page)).toHaveCount(0)
  // An entry without a page for the phone has one page for every width.
  await page.getByRole('button', { name: menu, exact: true }).click()
  await sheets(page).getByRole('link', { name: 'Country budgets' }).click()
  await page.waitForURL((url) => url.pathname === LINES.split('?')[0])
  await expect(page.locator('.list-card').first()).toBeVisible()
})

test('the menu of the phone finds a page, an action, a document and a customer', async ({ browser, origin }) => {
  const { no } = await submittedGrant(
    origin,
    applicationOf({
      department: 'BD08',
      reason: 'Found on a phone',
      lines: [{ project: 'PJ-IN-01', businessType: 'S0601', productLine: 'PH10', amount: '80' }],
    }),
  )
  const { page, texts } = await arrive(browser, 'in.channel', '/index/mobile', { width: 'phone' })
  await page.getByRole('button', { name: texts.page.shell.menu, exact: true }).click()
  const box = sheets(page).getByRole('searchbox', { name: texts.page.palette.title })
  await box.fill('country bud')
  await expect(sheets(page).getByRole('link', { name: 'Country budgets' })).toBeVisible()
  await box.fill('harbour')
  await expect(
    sheets(page)
      .getByRole('link', { name: /Harbour/ })
      .first(),
  ).toBeVisible()
  // What may be begun, as the box of a desk offers it.
  await box.fill('new grant')
  await expect(sheets(page).getByRole('link', { name: 'New grant' })).toHaveAttribute(
    'href',
    /^\/budget\/mobile\/country\/apply\?type=new&applyType=grant/,
  )
  await box.fill(no.toLowerCase())
  await sheets(page).getByRole('link', { name: no }).click()
  await page.waitForURL(/\/budgetCountry\/mobile\?formInstanceId=/)
  await expect(sheets(page)).toHaveCount(0)
  await expect(page.getByText(no).first()).toBeVisible()
})

test('a page of the desktop in a narrow window has its menu as a sheet and no tabs', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.finance', LINES, { width: 'phone' })
  const menu = page.getByRole('navigation', { name: texts.page.shell.menu })
  await expect(page.locator('.tab-strip')).toHaveCount(0)
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: texts.page.shell.menu, exact: true }).click()
  await expect(menu).toBeVisible()
  await isEntered(page)
  expect(await menu.boundingBox()).toMatchObject({ x: 0, width: 390 })
  await backFromOpen(page)
  await expect(menu).toBeHidden()
  expect(page.url()).toContain(LINES)
})

test('Back closes an open sheet of the phone and stays on its page', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.manager', '/index/mobile', { width: 'phone' })
  await page.getByRole('link', { name: 'All tasks' }).first().click()
  await page.waitForURL(/\/tasks\/mobile/)
  const filters = page.getByRole('button', { name: texts.page.list.filters, exact: true })
  await filters.click()
  await expect(sheets(page)).toHaveCount(1)
  await isEntered(page)
  await backFromOpen(page)
  await expect(sheets(page)).toHaveCount(0)
  expect(page.url()).toContain('/tasks/mobile')
  // What was closed otherwise leaves no step behind that one has to go through.
  await filters.click()
  await isEntered(page)
  await page.keyboard.press('Escape')
  await expect(sheets(page)).toHaveCount(0)
  await page.goBack()
  await page.waitForURL(/\/index\/mobile/)
})

test('Back closes the explanation of a figure and stays on its list', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.finance', LINES)
  await page.locator('tbody .drill').first().click()
  await expect(sheets(page)).toHaveCount(1)
  await isEntered(page)
  await backFromOpen(page)
  await expect(sheets(page)).toHaveCount(0)
  expect(page.url()).toContain(LINES)
  await expect(page.locator('tbody .drill').first()).toBeVisible()
})

test('Back closes a record beside its list, which its address had opened', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.finance', '/budget/pc/master/project')
  await page.locator('tbody td a').first().click()
  await expect(sheets(page)).toHaveCount(1)
  await page.goBack()
  await expect(sheets(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/budget\/pc\/master\/project$/)
})

test('Back closes a picker of a form whose draft was numbered meanwhile, keeps the form, and then leaves it', async ({
  browser,
  complaints,
}) => {
  // Home is loaded again, with the address of a ticket that is used up.
  complaints.expect(/^401 .*\/auth\/exchange/)
  const { page } = await arrive(browser, 'in.channel', '/index/mobile', { width: 'phone' })
  const picker = page.locator('button[aria-haspopup=dialog]:not(.phone-icon-button)').first()
  await page.goto('/budget/mobile/country/apply?applyType=grant&idcCode=IN')
  await picker.click()
  await isEntered(page)
  await page.keyboard.press('Escape')
  await page.locator('main').evaluate((form) => (form.dataset['seen'] = 'yes'))
  await page.locator('main textarea').first().fill('Numbered while it is written')
  await page.waitForURL(/applyNo=/)
  await picker.click()
  await expect(sheets(page).locator('.picker-list')).toBeVisible()
  await page.goBack()
  await expect(sheets(page)).toHaveCount(0)
  await expect(page.locator('main[data-seen]')).toHaveCount(1)
  expect(page.url()).toContain('applyNo=')
  await page.goBack()
  await page.waitForURL(/\/index\/mobile/)
})
