import { expect, type Page } from '@playwright/test'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'

test('the theme is kept, and a dark page never flashes white', async ({ browser, complaints }) => {
  complaints.expect(/ERR_FAILED .*assets/)
  // A part that was still on its way when the programs were cut off.
  complaints.expect(/Failed to fetch dynamically imported module/)
  const { page, texts } = await arrive(browser, 'in.channel', '/index', { theme: 'light' })
  await page.getByRole('button', { name: texts.page.shell.toDark }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // The page without its scripts: only what the first paint has.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/index', { waitUntil: 'domcontentloaded' })
  const first = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return [style.backgroundColor, style.colorScheme]
  })
  expect(first).toEqual(['rgb(16, 19, 24)', 'dark'])
})

test('a theme chosen in one window applies to the others, and the system decides without a choice', async ({
  browser,
}) => {
  const { page, texts, context } = await arrive(browser, 'in.channel', '/index', { theme: 'light' })
  const other = await context.newPage()
  await other.goto('/tasks/mobile')
  const toDark = texts.page.shell.toDark
  const theme = (of: Page) => expect(of.locator('html'))
  await other.getByRole('button', { name: texts.page.shell.menu, exact: true }).click()
  const onPhone = other.getByRole('button', { name: toDark })
  await expect(onPhone).toBeVisible()
  for (const each of [page, other]) await each.emulateMedia({ colorScheme: 'dark' })
  for (const each of [page, other]) await theme(each).toHaveAttribute('data-theme', 'dark')
  await expect(onPhone).toBeHidden()
  for (const each of [page, other]) await each.emulateMedia({ colorScheme: 'light' })
  await onPhone.click()
  for (const each of [page, other]) await theme(each).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: texts.page.shell.toLight })).toBeVisible()
  // Once a person has chosen, the system's setting has no effect.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await theme(page).toHaveAttribute('data-theme', 'dark')
})

test('nothing moves for a reader who asked their system for less motion', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.channel', '/budget/pc/country/list')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => {
    // A transition of a hundredth of a millisecond on everything, also on elements that have none otherwise, made the
    // browser half as slow again.
    const moved: string[] = []
    Object.assign(window, { moved })
    document.addEventListener('transitionrun', ({ propertyName }) => moved.push(propertyName))
  })
  await page.getByRole('button', { name: texts.page.shell.toDark }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.locator('tbody tr[data-row]').first().hover()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
})
