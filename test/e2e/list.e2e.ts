import { expect } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { page as buttons } from '#areas/budget/locale/page.en.ts'
import { listDesk } from '#kernel/web/console/list/locale/list-desk.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { applicationOf, savedDraft } from './support/application.ts'
import { field, pick } from './support/desk.ts'
import { APPLICATIONS, LINES, query, rows, settled } from './support/list.ts'
import { arrive, expectToast } from './support/person.ts'
import { anyOf, filled } from './support/texts.ts'
import { test } from './support/test.ts'

test('an invalid filter is not searched for, and a valid one is part of the address', async ({ browser }) => {
  const person = await arrive(browser, 'in.channel', LINES, { language: 'en' })
  const { page, texts } = person
  const { list } = texts.page
  await settled(page)
  let calls = 0
  page.on('request', (request) => (calls += request.url().endsWith('/budget/country/page') ? 1 : 0))
  const year = page.getByRole('textbox', { name: texts.budget.documents.countryBudget.fields.year })
  await year.fill('26')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(
      filled(list.rules.wholeNumber, { field: texts.budget.documents.countryBudget.fields.year, min: 2000, max: 2100 }),
    ),
  ).toBeVisible()
  await expect(year).toBeFocused()
  expect([calls, query(page).has('year')]).toEqual([0, false])
  await year.fill('2026')
  await page.keyboard.press('Enter')
  await expect.poll(() => query(page).get('year')).toBe('2026')
  await settled(page)

  // The project list is searched on the server; its name is there again when the address is opened anew.
  await page.getByRole('button', { name: list.expand, exact: true }).click()
  const project = field(page, texts.budget.documents.countryBudget.lineFields.projectCode)
  await pick(page, project, 'PJ-IN-02')
  await expect.poll(() => query(page).get('projectCode')).toBe('PJ-IN-02')
  await page.getByRole('button', { name: list.collapse, exact: true }).click()
  await expect(page.getByRole('button', { name: filled(list.expandCount, { count: 1 }) })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: anyOf(list.expandCount) }).click()
  await expect(page.locator('.filter-bar')).toContainText(/PJ-IN-02 \/ /)
  await page.getByRole('button', { name: list.reset, exact: true }).click()
  await expect.poll(() => [...query(page).keys()]).toEqual([])
})

test('current, available and held amounts of country budgets stand in the first window of a desk', async ({
  browser,
}) => {
  const { page, texts } = await arrive(browser, 'in.channel', '/budget/pc/country/list')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  for (const amount of ['current', 'available', 'held'] as const) {
    const header = page.getByRole('columnheader', { name: texts.budget.page.buckets[amount], exact: false }).first()
    const { x, width } = (await header.boundingBox())!
    expect([amount, x + width < 1416]).toEqual([amount, true])
  }
})

test('totals that were computed earlier show their time', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.channel', LINES, { language: 'zh' })
  await settled(page)
  await page.route('**/budget/country/sum', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: object[] }
    const asOf = '2026-03-09T08:30:00.000Z'
    await route.fulfill({ response, json: { ...rest, data: data.map((sum) => ({ ...sum, asOf })) } })
  })
  await page.reload()
  const said = filled(texts.budget.page.asOf, { time: '2026-03-09 14:00' })
  await expect(page.getByRole('group', { name: texts.page.list.totals })).toContainText(said)
})

test('own drafts are chosen in the list and deleted after a question', async ({ browser, origin }) => {
  const line = { project: 'PJ-IN-01', businessType: 'S0601', productLine: 'PH10', amount: '1' }
  const application = applicationOf({ department: 'BD06', reason: 'To be deleted', lines: [line] })
  const drafts = [await savedDraft(origin, application), await savedDraft(origin, application)]
  const person = await arrive(browser, 'in.channel', APPLICATIONS)
  const { page, texts } = person
  const { list } = texts.page
  await settled(page)
  const remove = page.locator('.list-tools').getByRole('button', { name: list.deleteDrafts })
  await expect(remove).toBeDisabled()
  for (const { no } of drafts) await page.getByRole('checkbox', { name: filled(list.select, { row: no }) }).check()
  await expect(remove).toContainText('2 of 2')
  // With Shift everything from the last ticked row is ticked: rows that are no drafts too, which are counted and left out.
  await page
    .getByRole('checkbox', { name: /^Select CB/ })
    .last()
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText(filled(list.chosen, { count: 20 }))).toBeVisible()
  await expect(page.locator('[data-action=delete] .bulk-why')).toContainText(list.reasons.wrongState)
  await page.getByRole('button', { name: anyOf(list.chooseAll) }).click()
  await expect(page.getByText(anyOf(list.allChosen))).toBeVisible()
  await expect(remove).toBeEnabled()
  await page.getByRole('button', { name: list.clearChoice }).click()

  for (const { no } of drafts) await page.getByRole('checkbox', { name: filled(list.select, { row: no }) }).check()
  await remove.click()
  await expect(page.getByText('Are you sure to delete the data?')).toBeVisible()
  await page.getByRole('button', { name: texts.page.common.cancel }).click()
  await expectToast(page, 'Cancelled')
  await remove.click()
  await page.getByRole('button', { name: filled(list.delete, { count: 2 }) }).click()
  await expectToast(page, 'Success')
  for (const { no } of drafts) await expect(page.getByRole('link', { name: no })).toHaveCount(0)
  await expect(
    companyAt(origin).call('in.channel', '/aps/budget/country/detail', { id: drafts[0]!.id }),
  ).rejects.toThrow('404')
})

test('rows of a list are chosen and opened by keyboard, a document leads on through the list, and Back restores it', async ({
  browser,
}) => {
  const person = await arrive(browser, 'in.channel', `${APPLICATIONS}&state=approved&limit=50`)
  const { page, texts } = person
  await settled(page)
  const numbers = await rows(page).locator('.code').allInnerTexts()
  await page.keyboard.press('j')
  await expect(rows(page).nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('k')
  await expect(rows(page).nth(2)).toBeFocused()
  await expect(page.locator('tr[aria-selected=true]')).toHaveCount(2)
  await page.keyboard.press('/')
  await expect(page.locator('.filter-bar input').first()).toBeFocused()
  await page.keyboard.type('jx')
  await expect(page.locator('.filter-bar input').first()).toHaveValue('jx')
  await page.locator('.filter-bar input').first().fill('')

  for (let step = 0; step < 20; step += 1)
    await rows(page)
      .nth(2 + step)
      .press('ArrowDown')
  const scrolled = await page.locator('.table-scroll').evaluate((box) => box.scrollTop)
  expect(scrolled).toBeGreaterThan(100)
  await page.keyboard.press('Enter')
  const head = page.locator('.document-head')
  await expect(head).toContainText(numbers[22]!)
  await expect(page.locator('.record-navigator:visible')).toContainText(/23 of \d+/)
  await page.keyboard.press('j')
  await expect(page.locator('.document-head:visible')).toContainText(numbers[23]!)
  await page.getByRole('button', { name: texts.page.list.keys.walkPrevious }).click()
  await expect(page.locator('.document-head:visible')).toContainText(numbers[22]!)
  await page.locator('.record-navigator:visible .link-button').click()
  await settled(page)
  await expect(page.locator('tr[aria-selected=true]')).toHaveCount(2)
  await expect.poll(() => page.locator('.table-scroll:visible').evaluate((box) => box.scrollTop)).toBe(scrolled)

  // After the last row of the page comes the first of the next, and Back finds that page.
  await page.goto(`${APPLICATIONS}&state=approved&limit=10`)
  await settled(page)
  await rows(page).nth(9).locator('.code').click()
  await expect(page.locator('.record-navigator:visible')).toContainText(/10 of \d+/)
  await page.getByRole('button', { name: texts.page.list.keys.walkNext }).click()
  await expect(page.locator('.record-navigator:visible')).toContainText(/11 of \d+/)
  await page.locator('.record-navigator:visible .link-button').click()
  await expect.poll(() => query(page).get('page')).toBe('2')
  await settled(page)

  // The list that is left is hidden a moment after the other has come, and with it the row that was found there.
  const popup = page.waitForEvent('popup')
  await expect(async () => {
    await rows(page)
      .first()
      .click({ modifiers: ['ControlOrMeta'], position: { x: 300, y: 10 }, timeout: 2000 })
  }).toPass()
  await (await popup).close()
})

interface Envelope {
  readonly data: { readonly records: readonly Readonly<Record<string, unknown>>[] }
}

test('a printed list holds every row of the page and a head on each sheet', async ({ browser }) => {
  const person = await arrive(browser, 'in.channel', APPLICATIONS)
  const { page, texts } = person
  await settled(page)
  // Five hundred rows, made of those that are there.
  await page.route('**/aps/budget/country/queryByPage', async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as Envelope
    const from = envelope.data.records
    const records = Array.from({ length: 500 }, (_, at) => ({
      ...from[at % from.length],
      id: String(900_000 + at),
      no: `ZZ${String(202_600_000 + at)}`,
    }))
    await route.fulfill({ response: answer, json: { ...envelope, data: { records, recordTotal: 500, capped: false } } })
  })
  await page.goto(`${APPLICATIONS}&limit=500`)
  await settled(page)
  expect(await rows(page).count()).toBeLessThan(100)
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))
  const { text } = await extractText(pdf, { mergePages: true })
  const { fields } = texts.budget.documents.countryBudget
  expect(new Set(text.match(/ZZ\d{9}/g)).size).toBe(500)
  expect(text.match(new RegExp(fields.currentHolder, 'g'))).toHaveLength(pdf.numPages)
  expect(text).not.toContain(fields.waitingSince)
  // Nothing to click is on paper, but who printed it and what it was narrowed to.
  for (const button of [texts.page.list.search, buttons.newGrant, buttons.newRevoke]) expect(text).not.toContain(button)
  expect(text).toContain(filled(listDesk.printedBy, { name: 'Channel Manager, India (in.channel)', time: '' }).trim())
  expect(text).toContain(`${texts.page.list.filters}: /`)
  // Wider than 1000 px, so made smaller: the last column is still on the paper.
  expect(text).toContain(fields.createdAt)
  expect(await rows(page).count()).toBeLessThan(100)
})

test('a list says why it is empty, keeps its rows after a failure, and tries again', async ({
  browser,
  complaints,
}) => {
  const person = await arrive(browser, 'in.channel', `${APPLICATIONS}&no=CB999`)
  const { page, texts } = person
  const { list } = texts.page
  await expect(page.getByText(list.noMatch)).toBeVisible()
  await page.getByRole('button', { name: list.clear }).click()
  await settled(page)
  const count = await rows(page).count()

  complaints.expect(/50[0-9]/)
  const fail = (status: number, key: string, params = {}) =>
    page.route('**/aps/budget/country/queryByPage', (route) =>
      route.fulfill({
        status,
        json: { code: status, msg: 'Out of order', requestId: 'request-77', error: { key, params } },
      }),
    )
  await fail(500, 'http.server')
  await page.getByRole('button', { name: filled(list.page, { page: 2 }) }).click()
  const banner = page.locator('.banner-error')
  await expect(banner).toContainText('Out of order')
  await expect(banner).toContainText('request-77')
  await expect(rows(page)).toHaveCount(count)
  await page.unroute('**/aps/budget/country/queryByPage')
  await banner.getByRole('button', { name: texts.page.common.retry }).click()
  await expect(banner).toHaveCount(0)
  await settled(page)

  complaints.expect(/403/)
  await fail(403, 'http.forbidden', { right: 'budget.country.view' })
  await page.getByRole('button', { name: list.refresh }).click()
  await expect(page.locator('.empty').getByText('Out of order')).toBeVisible()
  await expect(page.getByText(filled(list.askRight, { right: 'budget.country.view' }))).toBeVisible()
})
