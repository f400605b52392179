import { expect, type Locator } from '@playwright/test'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { arrive, type Person, sitDown } from './support/person.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'
import { walkTo } from './support/walk.ts'

function banner({ page, texts }: Person): Locator {
  return page.getByRole('navigation', { name: texts.page.shell.tabs })
}

test('the watermark shows the whole name and account, also over what is opened above the page', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.regfinance', '/master/pc/customer')
  const room = await page.locator('body > .watermark').evaluate(async (mark) => {
    const { maskImage, maskSize } = getComputedStyle(mark)
    const [width = 0, height = 0] = maskSize.split(' ').map(Number.parseFloat)
    const holder = document.createElement('div')
    holder.innerHTML = decodeURIComponent(/,(.*)"\)$/.exec(maskImage)?.[1] ?? '')
    document.body.append(holder)
    const text = holder.querySelector('text')
    const tile = holder.querySelector('svg')?.getBoundingClientRect()
    const drawn = text?.getBoundingClientRect()
    const found = {
      text: text?.textContent,
      isInside:
        tile !== undefined &&
        drawn !== undefined &&
        drawn.left >= tile.left &&
        drawn.top >= tile.top &&
        drawn.right <= tile.left + width &&
        drawn.bottom <= tile.top + height,
    }
    holder.remove()
    return found
  })
  expect(room).toEqual({ text: 'Regional Finance Director, India in.regfinance', isInside: true })

  // What is put into the browser's top layer last lies above all else in it.
  await page.evaluate(() => {
    const raised: string[] = []
    Object.assign(window, { raised })
    const noting = <Given extends unknown[]>(act: (this: HTMLElement, ...given: Given) => void) =>
      function note(this: HTMLElement, ...given: Given): void {
        raised.push(this.className)
        act.apply(this, given)
      }
    Object.assign(HTMLElement.prototype, {
      showPopover: noting(Reflect.get(HTMLElement.prototype, 'showPopover') as () => void),
    })
    Object.assign(HTMLDialogElement.prototype, {
      showModal: noting(Reflect.get(HTMLDialogElement.prototype, 'showModal') as () => void),
    })
  })
  await page.locator('tbody td a').first().click()
  await expect(page.locator('dialog.dialog-drawer .facts').first()).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { raised: string[] }).raised.at(-1))).toBe('watermark')
})

test('each group of the collapsed side bar has an icon and shows its pages beside it', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'admin', '/index')
  const menu = page.getByRole('navigation', { name: texts.page.shell.menu, exact: true })
  await expect(menu.getByRole('link').first()).toBeVisible()
  const groups = await menu.locator('.side-bar-group').allTextContents()
  expect(groups.length).toBeGreaterThan(8)
  await page.getByRole('button', { name: texts.page.shell.collapse }).click()
  const folded = menu.locator('.side-bar-folded')
  expect(await folded.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual(groups)
  for (const [at, name] of groups.entries()) {
    await folded.nth(at).hover()
    const links = menu.getByRole('list', { name, exact: true }).getByRole('link')
    await expect(links.first()).toBeVisible()
    await expect(links.last()).toBeInViewport({ ratio: 1 })
  }
  await folded.first().focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tasks\/pc/)
})

test('more tabs than fit are reached by wheel, arrows and a list, and the active one is shown whole', async ({
  browser,
}) => {
  const person = await arrive(browser, 'admin', '/index')
  const { page, texts } = person
  const { shell } = texts.page
  await expect(page.locator('.side-bar a').first()).toBeVisible()
  const menus = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('menus') ?? '[]') as { url: string; hidden: boolean }[],
  )
  const addresses = menus
    .flatMap(({ url, hidden }) => (url && !hidden && !url.startsWith('/bpm') ? [url] : []))
    .slice(0, 16)
  for (const [at, address] of addresses.entries()) {
    await walkTo(page, address)
    await expect(banner(person).locator('.tab')).toHaveCount(at + 1)
  }
  const last = banner(person).locator('.tab').last()
  await expect(last).toBeInViewport({ ratio: 0.99 })
  const first = banner(person).locator('.tab').first()
  await expect(first).not.toBeInViewport()
  await banner(person).locator('.tab-strip-tabs').hover()
  await page.mouse.wheel(0, -4_000)
  await expect(first).toBeInViewport({ ratio: 0.99 })
  const later = page.getByRole('button', { name: shell.tabsRight })
  for (let presses = 0; presses < 8; presses += 1) await later.click()
  await expect(last).toBeInViewport({ ratio: 0.99 })
  await page.getByRole('button', { name: filled(shell.allTabs, { count: addresses.length }) }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(addresses.length)
  await page.getByRole('menuitem').first().click()
  await expect(page).toHaveURL(new RegExp(`${addresses[0]}$`))
})

for (const [language, width] of [
  ['en', 'desktop'],
  ['zh', 'phone'],
] as const) {
  test(`a start that fails says why, also before any text has come (${language}, ${width})`, async ({
    browser,
    complaints,
  }) => {
    complaints.expect(/admin\/init/)
    const { page, texts } = await arrive(browser, 'in.channel', '/index', { language, width })
    const { http, errorPage } = texts.page
    await expect(page.locator(width === 'phone' ? '.home-phone h1' : '.side-bar a').first()).toBeVisible()
    const said = width === 'phone' ? page.getByRole('main') : page.getByRole('alert')
    for (const [status, title, reason] of [
      [400, errorPage.crash, http.badRequest],
      [403, errorPage.crash, http.forbidden],
      [418, errorPage.crash, filled(http.other, { status: 418 })],
      [500, errorPage.server, http.server],
      [502, errorPage.server, http.badGateway],
      [503, errorPage.server, http.unavailable],
      [504, errorPage.server, http.gatewayTimeout],
      [0, errorPage.crash, http.network],
    ] as const) {
      await page.route('**/aps/v1/admin/init*', (route) =>
        status === 0 ? route.abort() : route.fulfill({ status, contentType: 'text/html', body: '<p>gateway</p>' }),
      )
      // The texts come later than the answer.
      await page.route('**/assets/*', async (route) => {
        if (new RegExp(`[/.-]${language}[-_.]`).test(route.request().url()))
          await new Promise((go) => setTimeout(go, 300))
        await route.fallback()
      })
      await page.reload()
      await expect(said.getByRole('heading', { name: title })).toBeVisible()
      await expect(said.getByText(reason, { exact: true })).toBeVisible()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })
}

test('a person who came by a link of the team chat is offered what they may open and nothing else', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^403 .*permission\/role/)
  const { url } = await companyAt(origin).call<{ url: string }>('in.manager', '/api/v1/admin/permission/link', {
    url: '/tasks/pc',
  })
  const { page, texts } = await sitDown(browser, 'in.manager')
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1, name: texts.page.tasks.title })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('ttControl'))).toBe('1')
  const menu = page.getByRole('navigation', { name: texts.page.shell.menu, exact: true })
  await expect(menu.getByRole('link', { name: texts.page.tasks.title })).toBeVisible()
  const offered = await menu.locator('.side-bar-group').allTextContents()
  const own = await arrive(browser, 'in.manager', '/tasks/pc')
  const signedIn = own.page.getByRole('navigation', { name: texts.page.shell.menu, exact: true })
  await expect(signedIn.getByRole('link', { name: texts.page.tasks.title })).toBeVisible()
  expect(offered).toEqual(await signedIn.locator('.side-bar-group').allTextContents())
  // Its routes are still those of the built-in menu: the page itself says what it refuses.
  await walkTo(page, '/system/roles')
  await expect(page).toHaveURL(/\/system\/roles$/)
})
