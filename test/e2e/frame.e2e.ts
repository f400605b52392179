import { expect, type Locator, type Page } from '@playwright/test'
import { lostInput } from '#kernel/web/console/shell/tabs/lost-input.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { openCountryList, startGrant } from './support/desk.ts'
import { arrive, type Person, sitDown, signIn } from './support/person.ts'
import { test } from './support/test.ts'
import { filled, textsOf } from './support/texts.ts'

const LIST = '/budget/pc/country/list'
const MANY = `${LIST}?limit=200`

function banner({ page, texts }: Person): Locator {
  return page.getByRole('navigation', { name: texts.page.shell.tabs })
}

function tab(person: Person, title: string | RegExp): Locator {
  return banner(person).locator('.tab').filter({ hasText: title })
}

function titles(person: Person): Promise<string[]> {
  return banner(person).locator('.tab-title').allTextContents()
}

async function expectTabs(person: Person, expected: readonly string[]): Promise<void> {
  await expect.poll(() => titles(person)).toEqual(expected)
}

/** Opens a tab's context menu with a right click and picks an entry. */
async function act(person: Person, title: string, item: string): Promise<void> {
  await tab(person, title).click({ button: 'right' })
  await person.page.getByRole('menuitem', { name: item, exact: true }).click()
}

function menuLink({ page, texts }: Person, name: string): Locator {
  return page.getByRole('navigation', { name: texts.page.shell.menu, exact: true }).getByRole('link', { name })
}

/** Chooses in the menu of the top bar; the page is loaded again. */
async function switchLanguage({ page, texts }: Person, language: string): Promise<void> {
  await page.getByRole('button', { name: texts.page.common.language }).click()
  await page.getByRole('menuitem', { name: language }).click()
}

const scrollTop = (page: Page): Promise<number> =>
  page.evaluate(
    () => [...document.querySelectorAll('.table-scroll')].find((each) => each.checkVisibility())?.scrollTop ?? -1,
  )

/** The list has come; scrolls down in its table. */
async function scrollList(page: Page, top: number): Promise<void> {
  await expect(page.locator('.pager-total').locator('visible=true')).toHaveText(/\d/)
  await page
    .locator('.table-scroll')
    .locator('visible=true')
    .evaluate((table, to) => table.scrollTo(0, to), top)
  await expect.poll(() => scrollTop(page)).toBe(top)
}

test('tabs exist once for each path and document, are sorted, and close one by one and together', async ({
  browser,
}) => {
  const person = await arrive(browser, 'in.channel', '/index')
  const { page, texts } = person
  const { shell } = texts.page
  const home = 'HomePage'
  const tasks = texts.page.tasks.title
  const list = texts.budget.menu.countryList
  const grant = texts.budget.documents.countryBudget.titles.grant
  await menuLink(person, tasks).click()
  await startGrant(person)
  await openCountryList(person)
  await startGrant(person)
  // Two of one name are told apart.
  await expectTabs(person, [home, tasks, list, grant, `${grant} (2)`])
  // Another query of the list is the same tab.
  await openCountryList(person)
  await page.goBack()
  await expectTabs(person, [home, tasks, list, grant, `${grant} (2)`])

  await tab(person, tasks).dragTo(tab(person, home), { targetPosition: { x: 4, y: 10 } })
  await expectTabs(person, [tasks, home, list, grant, `${grant} (2)`])
  await tab(person, tasks).getByRole('button', { name: tasks, exact: true }).focus()
  await page.keyboard.press('Control+Shift+ArrowRight')
  await expectTabs(person, [home, tasks, list, grant, `${grant} (2)`])
  await page.reload()
  await expectTabs(person, [home, tasks, list, grant, `${grant} (2)`])

  await tab(person, grant).first().click({ button: 'middle' })
  await expectTabs(person, [home, tasks, list, grant])
  // Closing the active tab activates the last that remains; Back does not open the closed one again.
  await page.getByRole('button', { name: filled(shell.closeTab, { title: grant }) }).click()
  await expect(page).toHaveURL(/country\/list/)
  await page.goBack()
  await expectTabs(person, [home, tasks, list])
  await act(person, home, shell.closeRight)
  await expectTabs(person, [home])

  await menuLink(person, tasks).click()
  await openCountryList(person)
  await act(person, tasks, shell.closeOthers)
  await expectTabs(person, [tasks])
  await expect(page).toHaveURL(/\/tasks\/pc$/)
  await openCountryList(person)
  // The keyboard alone: the button at the end of the banner, the last of its entries.
  await page.getByRole('button', { name: shell.tabActions }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: shell.reloadTab })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expectTabs(person, [home])
  await expect(page).toHaveURL(/\/index$/)
})

test('a kept view keeps scroll and input, a reloaded tab starts anew, and Back stays within the tab', async ({
  browser,
}) => {
  const person = await arrive(browser, 'in.channel', MANY)
  const { page, texts } = person
  const list = texts.budget.menu.countryList
  const filters = page.getByRole('search').locator('visible=true')
  await scrollList(page, 700)
  await filters.getByRole('textbox').first().fill('BL-NOT-SEARCHED')
  await menuLink(person, texts.page.tasks.title).click()
  await expect(page.getByRole('heading', { name: texts.page.tasks.title })).toBeVisible()
  await tab(person, list).getByRole('button', { name: list, exact: true }).click()
  await expect(page).toHaveURL(/limit=200/)
  await expect.poll(() => scrollTop(page)).toBe(700)
  await expect(filters.getByRole('textbox').first()).toHaveValue('BL-NOT-SEARCHED')

  await act(person, list, texts.page.shell.reloadTab)
  await expect(filters.getByRole('textbox').first()).toHaveValue('')
  await expect(page.locator('.pager-total').locator('visible=true')).toHaveText(/\d/)
  await expect.poll(() => scrollTop(page)).toBe(0)

  await page.getByRole('button', { name: filled(texts.page.list.page, { page: 2 }) }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await expectTabs(person, [list, texts.page.tasks.title])
  await expect(tab(person, list)).toHaveAttribute('data-active', 'true')
})

test('leaving unsaved input asks whether to stay, discard or keep it', async ({ browser, complaints }) => {
  complaints.expect(/ERR_FAILED .*country\/save/)
  const person = await arrive(browser, 'in.channel', LIST)
  const { page, texts } = person
  const { shell } = texts.page
  const grant = texts.budget.documents.countryBudget.titles.grant
  await startGrant(person)
  const reason = page.getByLabel(texts.budget.documents.countryBudget.fields.reason)
  // The save never reaches the server, so the input stays unsaved.
  await page.route('**/save', (route) => route.abort())
  await reason.fill('Typed and not saved')
  await expect(tab(person, grant).locator('.tab-unsaved')).toBeVisible()

  await tab(person, grant).click({ button: 'middle' })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: shell.leaveStay }).click()
  await expect(reason).toHaveValue('Typed and not saved')

  // Another tab and back: the view was never left.
  await menuLink(person, texts.page.tasks.title).click()
  await tab(person, grant).getByRole('button').first().click()
  await expect(reason).toHaveValue('Typed and not saved')

  await act(person, grant, shell.reloadTab)
  await dialog.getByRole('button', { name: shell.leaveDiscard }).click()
  await expect(reason).toHaveValue('')

  await reason.fill('Typed once more')
  await tab(person, grant).click({ button: 'middle' })
  await page.unroute('**/save')
  await dialog.getByRole('button', { name: shell.leaveKeep }).click()
  await expect(tab(person, grant)).toHaveCount(0)
})

test('the language switch restores input, tabs, filters, the active tab and every scroll position', async ({
  browser,
  origin,
}) => {
  // The language is kept with the account.
  await companyAt(origin).call('id.channel', '/api/v1/admin/user/language', { language: 'en' })
  const english = await arrive(browser, 'id.channel', MANY)
  const { page, texts } = english
  await scrollList(page, 600)
  await page.getByRole('search').getByRole('textbox').first().fill('KEPT')
  await startGrant(english)
  const { fields } = texts.budget.documents.countryBudget
  await page.getByLabel(fields.reason).fill('Typed in English')
  await switchLanguage(english, '中文')

  const chinese: Person = { ...english, language: 'zh', texts: textsOf('zh') }
  const zh = chinese.texts
  await expect(page.getByLabel(zh.budget.documents.countryBudget.fields.reason)).toHaveValue('Typed in English')
  // The draft was saved on the way, so its tab has its number now.
  await expect
    .poll(() => titles(chinese))
    .toEqual([zh.budget.menu.countryList, expect.stringContaining(zh.page.form.edit)])
  await expect(tab(chinese, zh.page.form.edit)).toHaveAttribute('data-active', 'true')
  await expect(page).toHaveTitle(new RegExp(`${zh.kernel.app.title}$`))
  await expect(page.locator('.brand')).toHaveText(zh.kernel.app.title)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('zh')

  await tab(chinese, zh.budget.menu.countryList).getByRole('button').first().click()
  await expect(page).toHaveURL(/limit=200/)
  await expect(page.getByRole('search').locator('visible=true').getByRole('textbox').first()).toHaveValue('KEPT')
  await expect.poll(() => scrollTop(page)).toBe(600)
  await switchLanguage(chinese, 'English')
  await expect(page.locator('.brand')).toHaveText(texts.kernel.app.title)
})

test('input that cannot be saved is asked about before the language switch', async ({ browser, complaints }) => {
  complaints.expect(/ERR_FAILED .*country\/save/)
  const person = await arrive(browser, 'in.channel', LIST)
  const { page, texts } = person
  const { shell } = texts.page
  await startGrant(person)
  await page.route('**/save', (route) => route.abort())
  // The browser has no room left.
  await page.evaluate(() => {
    const setItem = Storage.prototype.setItem.bind(sessionStorage)
    Storage.prototype.setItem = function set(this: Storage, key: string, value: string) {
      if (key.startsWith('input:')) throw new DOMException('full', 'QuotaExceededError')
      if (this === sessionStorage) setItem(key, value)
    }
  })
  const reason = page.getByLabel(texts.budget.documents.countryBudget.fields.reason)
  await reason.fill('Too much for this browser')
  await switchLanguage(person, '中文')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: lostInput.title })).toBeVisible()
  await expect(dialog.getByText(texts.budget.documents.countryBudget.titles.grant)).toBeVisible()
  await dialog.getByRole('button', { name: shell.leaveStay }).click()
  await expect(reason).toHaveValue('Too much for this browser')
})

test('the watermark names the reader and is restored when it is removed', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.manager', '/tasks/pc')
  const mark = page.locator('body > .watermark')
  const seen = (): Promise<unknown> =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>('body > .watermark')]
      const [one] = all
      const style = one && getComputedStyle(one)
      const { width, height } = one?.getBoundingClientRect() ?? { width: 0, height: 0 }
      return {
        count: all.length,
        covers: width === innerWidth && height === innerHeight,
        isSeen: style?.display === 'block' && style.visibility === 'visible' && style.opacity === '0.04',
        text: decodeURIComponent(style?.maskImage ?? '').includes('Manager, India in.manager'),
        isOnTop: one?.matches(':popover-open') ?? false,
      }
    })
  const whole = { count: 1, covers: true, isSeen: true, text: true, isOnTop: true }
  await expect(mark).toBeVisible()
  await expect.poll(seen).toEqual(whole)
  const attacks: readonly ((mark: HTMLElement) => void)[] = [
    (mark) => mark.remove(),
    (mark) => mark.style.setProperty('display', 'none', 'important'),
    (mark) => mark.removeAttribute('style'),
    (mark) => mark.style.setProperty('opacity', '0'),
    (mark) => mark.setAttribute('class', ''),
    (mark) => mark.setAttribute('hidden', ''),
    (mark) => mark.hidePopover(),
    (mark) => mark.append(document.createElement('b')),
    (mark) => document.querySelector('#root')?.append(mark),
    () => {
      const style = document.createElement('style')
      style.textContent = '.watermark { display: none !important; opacity: 0 !important; mask: none !important }'
      document.head.append(style)
    },
  ]
  for (const attack of attacks) {
    await mark.evaluate(attack)
    await expect.poll(seen, { message: String(attack) }).toEqual(whole)
  }
})

test('the side bar collapses below 1024 px with 3 px tolerance and remembers its state', async ({ browser }) => {
  const person = await arrive(browser, 'in.channel', '/index')
  const { page, texts, context } = person
  const { shell } = texts.page
  const link = menuLink(person, texts.page.tasks.title)
  const cookie = async (): Promise<string | undefined> =>
    (await context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value
  const width = (): Promise<number> => page.locator('.side-bar').evaluate((bar) => bar.getBoundingClientRect().width)
  await expect.poll(width).toBe(208)
  await page.getByRole('button', { name: shell.collapse }).click()
  await expect.poll(async () => [await cookie(), await width()]).toEqual(['1', 56])
  await page.reload()
  await expect.poll(width).toBe(56)
  await page.getByRole('button', { name: shell.expand }).click()
  await expect.poll(async () => [await cookie(), await width()]).toEqual(['0', 208])

  const menuButton = page.getByRole('banner').getByRole('button', { name: shell.menu, exact: true })
  for (const [wide, isNarrow] of [
    [1027, false],
    [1026, true],
    [1021, true],
    [1027, false],
  ] as const) {
    await page.setViewportSize({ width: wide, height: 800 })
    await expect(menuButton).toBeVisible({ visible: isNarrow })
    await expect(link).toBeVisible({ visible: !isNarrow })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await menuButton.click()
  await link.click()
  await expect(page.getByRole('heading', { name: texts.page.tasks.title })).toBeVisible()
  await expect(link).toBeHidden()
  expect(await cookie()).toBe('0')
})

test('the breadcrumb shows the current place and leads back', async ({ browser }) => {
  const person = await arrive(browser, 'in.channel', LIST)
  const { page, texts } = person
  const crumbs = page.getByRole('navigation', { name: texts.page.shell.breadcrumb })
  await expect(crumbs).toHaveText(`${texts.budget.menu.group}/${texts.budget.menu.countryList}`)
  await startGrant(person)
  await expect(crumbs).toHaveText(
    `${texts.budget.menu.group}/${texts.budget.menu.countryList}/${texts.budget.documents.countryBudget.titles.grant}`,
  )
  await crumbs.getByRole('link', { name: texts.budget.menu.countryList }).click()
  await expect(page).toHaveURL(/country\/list/)
})

test('the browser decides on the language without a choice, and Chinese variants give Chinese', async ({
  browser,
  origin,
}) => {
  for (const [locale, lang] of [
    ['zh-TW', 'zh-CN'],
    ['fr-FR', 'en'],
  ] as const) {
    const person = await sitDown(browser, 'in.dist', { language: lang === 'en' ? 'en' : 'zh' })
    const context = await browser.newContext({ locale, baseURL: origin })
    await signIn({ ...person, context, page: await context.newPage() })
    const [page] = context.pages()
    await expect(page?.locator('html') ?? person.page.locator('html')).toHaveAttribute('lang', lang)
    // It is stored without a switch of the language.
    expect(await page?.evaluate(() => localStorage.getItem('lang'))).toBe(lang === 'en' ? 'en' : 'zh')
  }
})
