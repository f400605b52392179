import { expect } from '@playwright/test'
import { fundsPage as en } from '../../src/areas/funds/locale/page.en.ts'
import { fundsPage as zh } from '../../src/areas/funds/locale/page.zh.ts'
import { fundsStatement as statement } from '../../src/areas/funds/statement/statement.zh.ts'
import { cards } from '../../src/kernel/web/console/list/cards/cards.en.ts'
import { arrive } from './support/person.ts'
import { filled } from './support/texts.ts'
import { test } from './support/test.ts'

test('an amount of a customer opens its rows, and a rebate batch its movements', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.finance', '/funds/pc/account')
  await expect(page.getByRole('heading', { name: en.lists.account })).toBeVisible()
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await expect(page.locator('.totals')).toContainText('INR')
  await page.locator(`tbody a[aria-label^="${en.columns.rebateAvailable}"]`).first().click()
  await page.waitForURL(/\/funds\/pc\/rebate\?customerCode=/)
  // A state is a word and a mark.
  await expect(page.locator('tbody .state-green svg').first()).toBeVisible()
  // The list of before stays in its hidden tab.
  await page.locator('tbody .link-button:visible').first().click()
  await expect(page.locator('dialog[open]')).toContainText(en.movements)
  await expect(page.locator('dialog[open] .funds-moves li').first()).toContainText(en.words.act.available)
})

test('employees of a customer see their company on the phone in Chinese', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.dist', '/funds/mobile/account', { width: 'phone', language: 'zh' })
  await expect(page.getByRole('heading', { name: zh.lists.account })).toBeVisible()
  await expect(page.locator('.card')).toHaveCount(1)
  // The statement of the account, in a sheet.
  await page.getByRole('button', { name: zh.statement }).tap()
  const sheet = page.getByRole('dialog', { name: statement.title })
  await expect(sheet).toContainText('C-IN-0001')
  await sheet.getByRole('button', { name: new RegExp(`^${statement.from}`) }).tap()
  await page.getByRole('dialog', { name: statement.from }).getByRole('button', { name: /-01$/ }).first().tap()
  const workbook = page.waitForEvent('download')
  await sheet.getByRole('button', { name: texts.page.downloads.asXlsx, exact: true }).tap()
  // It arrives by itself, or is offered once it was made.
  const offered = page.getByRole('button', { name: texts.page.downloads.fetch, exact: true })
  await expect(offered.or(page.getByText(texts.page.message.pdfSuccess)).first()).toBeVisible()
  if (await offered.isVisible()) await offered.tap()
  expect((await workbook).suggestedFilename()).toContain('.xlsx')
  const paper = page.waitForEvent('download')
  await sheet.getByRole('button', { name: statement.pdf, exact: true }).tap()
  expect((await paper).suggestedFilename()).toContain('.pdf')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.getByRole('link').filter({ hasText: 'INR' }).first().click()
  await page.waitForURL(/\/funds\/mobile\/flow\?/)
  await expect(page.locator('.card').first()).toContainText(zh.columns.after)
  // Their name stands once above the cards, which are headed by what tells them apart.
  await page.goto('/funds/mobile/receivable')
  const heads = page.locator('.card .row-card-title')
  await expect(heads.nth(1)).toBeVisible()
  const titles = await heads.allTextContents()
  expect(new Set(titles).size).toBe(titles.length)
  await expect(page.getByText('C-IN-0001')).toHaveCount(1)
  // A day under a title says what it is, and nothing stands there for what is not.
  const below = page.locator('.card .row-card-below > span')
  await expect(below.filter({ hasText: /^\d/ })).toHaveCount(0)
  await expect(below.filter({ hasText: zh.columns.dueOn }).first()).toBeVisible()
  await page.goto('/funds/mobile/rebate')
  await expect(heads.nth(1)).toBeVisible()
  await expect(below.filter({ hasText: /^\/$/ })).toHaveCount(0)
  await page.goto('/funds/mobile/receivable')
  // What the list starts with is said above the cards, and does not come back when it was taken away.
  const chips = page.locator('.filter-chips')
  await expect(chips).toContainText(`${zh.columns.settled}: ${zh.words.settled.open}`)
  await chips.getByRole('button').tap()
  await expect(page).toHaveURL(/\/receivable\?settled=$/)
  await expect(chips).toBeHidden()
})

test('an invoice shows its sold and credited lines on the phone', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.finance', '/funds/mobile/invoice', { width: 'phone' })
  await page.locator('.read-list-open').first().click()
  await expect(page.locator('dialog[open]')).toContainText(en.columns.creditedQuantity)
})

test('a list on the phone says how many rows it has and their totals, and a touch takes a filter away', async ({
  browser,
}) => {
  const { page, texts } = await arrive(
    browser,
    'in.finance',
    '/funds/mobile/invoice?currency=INR&kind=invoice&issuedOnFrom=2000-01-01',
    { width: 'phone' },
  )
  const total = page.locator('.read-list-summary').getByRole('status')
  await expect(total).toHaveText(/\d/)
  const ofInvoices = await total.innerText()
  await page.getByText(texts.page.list.totals, { exact: true }).tap()
  const totals = page.getByRole('group', { name: texts.page.list.totals })
  await expect(totals.locator('.totals-row')).toHaveCount(1)
  await expect(totals).toContainText('INR')
  await expect(totals.locator('dl').filter({ hasText: en.columns.gross })).toContainText(/[\d,]+\.\d\d/)
  const kind = `${en.columns.kind}: ${en.words.kind.invoice}`
  await page.getByRole('button', { name: filled(cards.remove, { filter: kind }) }).tap()
  await expect(page.locator('.filter-chips li')).toHaveCount(2)
  await expect(page).toHaveURL(/invoice\?currency=INR&issuedOnFrom=2000-01-01$/)
  await expect(total).not.toHaveText(ofInvoices)
})

test('a list on the phone is searched, filtered, ordered and exported above its cards', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.finance', '/funds/mobile/account', { width: 'phone' })
  const card = page.locator('.card')
  await expect(card.nth(1)).toBeVisible()
  await page.getByRole('searchbox').fill('C-IN-0001')
  await page.getByRole('button', { name: texts.page.list.search, exact: true }).tap()
  await expect(page).toHaveURL(/\?customerCode=C-IN-0001$/)
  await expect(card).toHaveCount(1)
  await page.goto('/funds/mobile/receivable')
  await page.getByRole('button', { name: filled(texts.page.list.filtersCount, { count: 1 }), exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: texts.page.list.filters })
  const choose = async (field: string, option: string): Promise<void> => {
    await sheet.getByRole('button', { name: new RegExp(`^${field} `) }).tap()
    await page.getByRole('dialog', { name: field }).getByRole('button', { name: option, exact: true }).tap()
  }
  await choose(cards.order, filled(cards.down, { column: en.columns.open }))
  await choose(en.columns.settled, en.words.settled.overdue)
  await sheet.getByRole('button', { name: cards.show, exact: true }).tap()
  await expect(page).toHaveURL(/\/receivable\?settled=overdue&sort=-open$/)
  await expect(page.locator('.filter-chips')).toContainText(en.words.settled.overdue)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: texts.page.downloads.export, exact: true }).tap()
  const offered = page.getByRole('button', { name: texts.page.downloads.fetch, exact: true })
  await expect(offered.or(page.getByText(texts.page.message.pdfSuccess)).first()).toBeVisible()
  if (await offered.isVisible()) await offered.tap()
  expect((await file).suggestedFilename()).toContain('.xlsx')
  // The file is in the download centre, which the menu leads to.
  await page.getByRole('button', { name: texts.page.shell.menu, exact: true }).tap()
  await page
    .getByRole('dialog', { name: texts.page.shell.menu })
    .getByRole('link', { name: texts.page.downloads.title })
    .tap()
  await page.waitForURL('**/download/center')
  await expect(page.getByText((await file).suggestedFilename()).first()).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBe(0)
})

test('movements of funds are paged from the newest to the oldest, on desktop and phone', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.finance', '/funds/pc/account')
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.searchParams.get('type') === 'button') asked.push(url.searchParams.get('code'))
  })
  await page.goto('/funds/pc/flow')
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  // The buttons of a list are asked for once, and no other list's.
  await expect(page.getByRole('button', { name: texts.page.downloads.export, exact: true })).toBeVisible()
  expect(asked).toEqual(['funds_flow'])
  const newest = await rows.first().innerText()
  await page.getByRole('button', { name: en.ways.older, exact: true }).click()
  await expect(rows.first()).not.toHaveText(newest)
  await page.getByRole('button', { name: en.ways.oldest, exact: true }).click()
  await expect(page.getByRole('button', { name: en.ways.older, exact: true })).toBeDisabled()
  await page.getByRole('button', { name: en.ways.newest, exact: true }).click()
  await expect(page.getByRole('button', { name: en.ways.newer, exact: true })).toBeDisabled()

  const phone = await arrive(browser, 'in.finance', '/funds/mobile/flow', { width: 'phone', language: 'zh' })
  await expect(phone.page.locator('.card')).toHaveCount(20)
  await phone.page.getByRole('button', { name: zh.more }).click()
  await expect(phone.page.locator('.card')).toHaveCount(40)
})

test('a person without the right to funds is told so', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.store', '/funds/pc/receivable')
  await expect(page.getByText('403').first()).toBeVisible()
})
