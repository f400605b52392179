import { expect, type Page } from '@playwright/test'
import { arrive } from '../support/person.ts'
import { test } from '../support/test.ts'

/** Texts that are wider than the page, or than a box in which they would have to be scrolled sideways. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main table, main .list-cards, main')]
      .filter(
        (each) => each.scrollWidth > window.innerWidth || each.getBoundingClientRect().right > window.innerWidth + 1,
      )
      .map((each) => `${each.tagName} ${each.className}`),
  )

for (const address of ['/system/roles', '/system/parameters', '/approval/templates', '/system/sessions']) {
  test(`the table of ${address}, which is no list view, is cards in a narrow window`, async ({ browser }) => {
    const { page } = await arrive(browser, 'hq.it', address, { width: 'phone', language: 'en' })
    await expect(page.locator('.list-cards .row-card-title').first()).toBeVisible()
    await expect(page.locator('.table-scroll')).toHaveCount(0)
    expect(await tooWide(page)).toEqual([])
    if (address !== '/approval/templates') return
    // A tap on the card opens its row, as it does in the table.
    await page
      .locator('.list-card')
      .first()
      .click({ position: { x: 200, y: 80 } })
    await expect(page).toHaveURL(/\/approval\/templates\/edit\?code=/)
  })
}

test('a plain table stands as blocks in a narrow window, each cell beside the head of its column, and as a table in a wide one', async ({
  browser,
}) => {
  const { page } = await arrive(browser, 'hq.it', '/system/duties', { width: 'phone', language: 'en' })
  const table = page.locator('table.permission-wide')
  await expect(table).toHaveAttribute('data-stacked', '')
  expect(await tooWide(page)).toEqual([])
  const heads = (await table.locator('thead th').allTextContents()).slice(1)
  const cells = table.locator('tbody tr').first().locator('td')
  expect(await cells.evaluateAll((all) => all.map((cell) => cell.dataset['head']))).toEqual(heads)
  const [first, second] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()]
  expect(second?.y ?? 0).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0))
  await page.setViewportSize({ width: 1200, height: 800 })
  await expect(table).not.toHaveAttribute('data-stacked')
})

test('a cell over several rows keeps the heads of the cells beside it', async ({ browser }) => {
  const { page } = await arrive(browser, 'hq.it', '/system/roles', { width: 'phone', language: 'en' })
  await expect(page.locator('.list-card').first()).toBeVisible()
  await page.evaluate(() => {
    document.querySelector('main')!.insertAdjacentHTML(
      'beforeend',
      `<table id="spanned"><thead><tr><th>A</th><th>B</th><th>C</th><th>D</th></tr></thead><tbody>
       <tr><th rowspan="2">a</th><td>b</td><td colspan="2">cd</td></tr><tr><td>b2</td><td>c2</td><td>d2</td></tr></tbody></table>`,
    )
  })
  const said = () =>
    page
      .locator('#spanned tbody > tr > *')
      .evaluateAll((all) => (all as HTMLElement[]).map((cell) => cell.dataset['head']))
  await expect.poll(said).toEqual(['A', 'B', '', 'B', 'C', 'D'])
})
