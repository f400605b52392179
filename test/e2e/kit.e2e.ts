import { expect, test } from '@playwright/test'
import { faultsOf, OF_COLOUR } from './pictures/axe.ts'
import { builtKit } from './support/kit.ts'
import { sitDown, SIZES } from './support/person.ts'

/** A made-up type on the kit's pages, with no area behind them. */
test.describe.configure({ mode: 'default' })
const { open } = builtKit()

test('the desktop page of a document shows head, named facts, lines with their sum, route and decisions', async ({
  page,
}) => {
  const faults = await open(page, '/sample/pc?formInstanceId=7-1&taskId=1')
  const head = page.locator('.document-head')
  await expect(head.getByRole('heading', { name: 'New loan SL202611001' })).toBeVisible()
  for (const text of [
    'Under approval',
    '1,234.50',
    'First site',
    'Channel Manager',
    'Country Manager',
    '2026-11-02 01:30',
  ])
    await expect(head).toContainText(text)
  const facts = page.locator('.document-facts')
  for (const text of [
    'SiteS1 / First site',
    'Cost typeT1 / Rebate',
    'Year2026',
    'Due2026-12-31',
    'Rate2.50%',
    'UrgentIn a hurry',
    'NoteFor the season',
  ])
    await expect(facts).toContainText(text)
  // A fact that nothing was filled in for takes no place.
  await expect(facts).not.toContainText('Store')
  const lines = page.locator('.document-lines')
  await expect(lines.locator('thead th')).toHaveText([
    'No.',
    'Item',
    'Amount',
    'Left',
    'From',
    'Price',
    'Tiers',
    'Remark',
  ])
  const first = lines.locator('tbody tr').first()
  for (const text of ['Phone', '2026-12-01', '12.3456INR', '0–100: 2.00% · 100–500: 3.50% · ≥ 500: 5.00%'])
    await expect(first).toContainText(text)
  await expect(facts.getByRole('link', { name: 'SL202610009' })).toHaveAttribute(
    'href',
    '/sample/pc?applyNo=SL202610009',
  )
  await facts.getByText('3 entries').click()
  await expect(facts.getByRole('listitem')).toHaveText(['D1', 'D2', 'D3'])
  // The total stands under the column that it adds up.
  await expect(lines.locator('tfoot td')).toHaveText(['Total', '', '1,234.50INR', '', '', '', '', ''])
  await expect(
    page.getByRole('region', { name: 'Audit opinion' }).getByRole('button', { name: 'Agree', exact: true }),
  ).toBeVisible()
  await expect(page.locator('.timeline')).toContainText('Manager')
  // Lines of that many columns have the whole width; the route stands below them.
  const [ofLines, ofPage, ofRoute] = await Promise.all(
    ['.document-lines', '.approval-page', '.timeline-box'].map((box) => page.locator(box).boundingBox()),
  )
  expect(ofLines!.width).toBe(ofPage!.width)
  expect(ofRoute!.y).toBeGreaterThanOrEqual(ofLines!.y + ofLines!.height)
  expect(faults).toEqual([])
})

test('the desktop form has fields and sheet from the definition, limits, dependent choices and an autosaved draft', async ({
  page,
}) => {
  const faults = await open(page, '/sample/apply')
  await expect(page.getByRole('heading', { name: 'New loan' })).toBeVisible()
  await expect(page.locator('.field-head label')).toHaveText([
    'Site*',
    'Store',
    'Cost type',
    'Loan before',
    'Year*',
    'Due',
    'Rate',
    'Urgent',
    'Devices',
    'Note',
  ])
  await expect(page.getByRole('columnheader')).toHaveText([
    'No.',
    'Item*',
    'Amount*',
    'Left',
    'From',
    'Price',
    'Tiers',
    'Remark',
  ])
  const pick = async (label: string, text: string): Promise<void> => {
    await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: text }).last().click()
  }
  await pick('Site', 'First site')
  await pick('Store', 'Store of the first')
  await expect(page.locator('.field').first()).toContainText('Free 5,000.00')
  await pick('Site', 'Second site')
  await expect(page.locator('.field').nth(1)).not.toContainText('Store of the first')
  await expect(page.locator('.action-bar')).toContainText('Saved at')
  await expect(page.locator('h1')).toContainText('SL202611002')

  // The form shows who will approve, and whom the drafter has to choose: a submit without that choice does not leave the form.
  const route = page.getByRole('region', { name: 'Approval route' })
  await expect(route.getByRole('button', { name: /^Manager/ })).toContainText('Every loan goes to the manager')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(route.getByText('Please choose who decides Owner')).toBeVisible()
  await expect(route.getByRole('combobox')).toBeFocused()
  await route.getByRole('option', { name: /Budget owner/ }).click()
  await expect(route.getByText('Please choose who decides Owner')).toBeHidden()
  const submitted = page.waitForRequest(/loan\/submit/)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  expect((await submitted).postDataJSON()).toMatchObject({ chosen: { o: ['hq.budget'] } })
  expect(faults).toEqual([])
})

test('a day field loads its calendar when a person turns to it and opens it at a click', async ({ page }) => {
  const calendars: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('DayControl')) calendars.push(request.url())
  })
  await open(page, '/sample/apply')
  const due = page.getByLabel('Due')
  await expect(due).toBeVisible()
  expect(calendars).toEqual([])
  await due.click()
  await expect(page.locator('.ant-picker-dropdown')).toBeVisible()
  await expect(due).toBeFocused()
  await page.locator('.ant-picker-cell-in-view').filter({ hasText: /^15$/ }).click()
  await expect(due).toHaveValue(/-15$/)
})

test('a day is typed by keyboard before its calendar has loaded, and an invalid day stays as typed', async ({
  page,
}) => {
  await open(page, '/sample/apply')
  await page.route('**/DayControl*', () => undefined)
  const due = page.getByLabel('Due')
  await due.focus()
  await page.keyboard.type('2026-12-31')
  await page.getByLabel('Rate').focus()
  await expect(due).toHaveValue('2026-12-31')
  await due.fill('2026-02-31')
  await page.getByLabel('Rate').focus()
  await expect(due).toHaveValue('2026-02-31')
})

test('the desktop form takes days, exact numbers, tiers and code lists, typed and pasted', async ({ page }) => {
  const faults = await open(page, '/sample/apply')
  await page.getByLabel('Due').fill('2026-12-31')
  await page.getByLabel('Rate').fill('2.5')
  await page.getByRole('button', { name: 'Devices' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('textbox').fill('D1, D2\nD2 D3')
  await expect(window.getByText('There twice: D2')).toBeVisible()
  await window.getByRole('button', { name: 'Keep each once' }).click()
  await expect(window.getByRole('status')).toHaveText('3 of at most 5')
  await window.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Devices' })).toHaveText('3 entries')

  const cell = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}, line 1`) })
  await page.getByRole('button', { name: 'Add line' }).click()
  await cell('From').click()
  await page.keyboard.type('2026/12/1')
  await page.keyboard.press('Enter')
  await expect(cell('From')).toHaveText('2026-12-01')
  await cell('Price').click()
  await page.keyboard.type('1,234.5678')
  await page.keyboard.press('Enter')
  await expect(cell('Price')).toHaveText('1,234.5678')
  await cell('Tiers').click()
  await window.getByLabel('Value, tier 1').fill('2')
  await window.getByRole('button', { name: 'Add tier' }).click()
  await window.getByLabel('Below, tier 1').fill('100')
  await window.getByLabel('Value, tier 2').fill('3.5')
  await expect(window.getByRole('row').nth(2)).toContainText('100')
  // Esc closes the window and loses nothing.
  await page.keyboard.press('Escape')
  await expect(cell('Tiers')).toHaveText('0–100: 2.00% · ≥ 100: 3.50%')
  // While a line is edited, the sheet shows what it may take, less what other lines take by now.
  const saved = page.waitForRequest(/loan\/save/)
  await page.getByRole('combobox', { name: /^Site/ }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'First site' }).last().click()
  const asked = page.waitForRequest(/document\/pick/)
  await page.getByRole('combobox', { name: 'Loan before' }).click()
  expect((await asked).postDataJSON()).toMatchObject({
    documentType: 'sampleLoan',
    states: ['approved'],
    sameValue: { site: 'S1' },
  })
  await page.locator('.ant-select-item-option').filter({ hasText: 'Approved · 1,200.00 INR' }).last().click()
  const sent = (await saved).postDataJSON() as { readonly lines: readonly object[] }
  expect(sent).toMatchObject({ due: '2026-12-31', rate: '2.5', devices: 'D1 D2 D3', site: 'S1' })
  expect(sent.lines[0]).toMatchObject({ from: '2026-12-01', price: '1234.5678', tiers: '0-100:2;100-:3.5' })
  const foot = page.locator('.sheet-foot')
  await cell('Amount').click()
  await expect(foot).toContainText('Of this item 5,000.00')
  await page.keyboard.type('200')
  await page.keyboard.press('Enter')
  await expect(foot).toContainText('Of this item 4,800.00')
  expect(faults).toEqual([])
})

test('a link to an earlier round shows that round and leads to the current one', async ({ page }) => {
  const faults = await open(page, '/sample/pc?formInstanceId=7-0')
  await expect(page.getByText('As it was first')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'An earlier submission' })).toContainText('Rejected')
  await expect(page.getByRole('button', { name: 'Agree', exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'Open it as it is now' }).click()
  await expect(page).toHaveURL(/formInstanceId=7-1/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(new URL('/sample/mobile?formInstanceId=7-0', page.url()).href)
  await page.getByRole('link', { name: 'Open it as it is now' }).click()
  await expect(page).toHaveURL(/\/sample\/mobile\?formInstanceId=7-1/)
  await expect(page.getByText('An earlier submission')).toHaveCount(0)
  expect(faults).toEqual([])
})

test('the phone page of a document shows summary, details, stacked lines and an opinion sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const faults = await open(page, '/sample/mobile?formInstanceId=7-1&taskId=1')
  await expect(page.locator('.summary')).toContainText('New loan')
  await expect(page.locator('.summary')).toContainText('1,234.50')
  await expect(page.locator('.pairs')).toContainText('S1 / First site')
  await expect(page.locator('.stack').first()).toContainText('1. Phone')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Agree' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
  expect(faults).toEqual([])
})

test('the phone form has rows by kind, lines as cards and the sum in the bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const faults = await open(page, '/sample/mobile/apply')
  const header = page.getByRole('region', { name: 'Application' })
  await expect(header.getByRole('radio', { name: 'Loan' })).toBeChecked()
  await expect(header.getByRole('button', { name: /^Year/ })).toContainText('2026')
  await header.getByRole('button', { name: /^Site/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /First site/ })
    .click()
  await page.getByRole('article', { name: 'Line 1' }).getByLabel('Amount').fill('12.5')
  await expect(page.locator('.action-bar-total')).toContainText('12.50')
  await expect(header).toContainText('Left afterwards 4,987.50')
  await expect(page.getByRole('article', { name: 'Line 1' })).toContainText('Of this item 5,000.00')
  await header.getByRole('button', { name: /^Loan before/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /SL202610009.*Approved · 1,200.00 INR/ })
    .click()
  await expect(header.getByRole('button', { name: /^Loan before/ })).toContainText('SL202610009')
  await header.getByRole('button', { name: /^Due/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Today' }).click()
  await expect(header.getByRole('button', { name: /^Due/ })).toContainText(/20\d\d-\d\d-\d\d/)
  await expect(header.locator('.field-row', { hasText: 'Rate' })).toContainText('%')
  await header.getByRole('button', { name: /^Devices/ }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('D1 D2 D3')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(header.getByRole('button', { name: /^Devices/ })).toContainText('3 entries')
  await page
    .getByRole('article', { name: 'Line 1' })
    .getByRole('button', { name: /^Tiers/ })
    .click()
  await page.getByRole('dialog').getByLabel('Value, tier 1').fill('4')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('article', { name: 'Line 1' })).toContainText('≥ 0: 4.00%')
  expect(faults).toEqual([])
})

const PAGES = [
  { name: 'page', width: 'desktop', address: '/sample/pc?formInstanceId=7-1&taskId=1', settled: '.timeline' },
  { name: 'form', width: 'desktop', address: '/sample/apply', settled: '.sheet' },
  { name: 'phone page', width: 'phone', address: '/sample/mobile?formInstanceId=7-1&taskId=1', settled: '.summary' },
  { name: 'phone form', width: 'phone', address: '/sample/mobile/apply', settled: '.action-bar-total' },
] as const

// Every document consists of these blocks. Their colours come with the frame and are examined by accessibility.e2e.ts.
test('axe finds nothing serious on the pages of the kit', async ({ browser }) => {
  const faults: string[] = []
  for (const { name, width, address, settled } of PAGES) {
    // A phone gets a touch screen, for which the styles make targets larger.
    const { page, context } = await sitDown(browser, '', { width })
    await page.setViewportSize({ ...SIZES[width], height: 2400 })
    faults.push(...(await open(page, address)))
    await expect(page.locator(settled).first()).toBeVisible()
    faults.push(...(await faultsOf(page, name, { without: OF_COLOUR })))
    await context.close()
  }
  expect(faults).toEqual([])
})

test('a page that arrives between the first drawing and its effects is shown', async ({ page }) => {
  const faults = await open(page, '/sample/late')
  await expect(page.getByRole('heading', { name: 'Arrived' })).toBeVisible()
  expect(faults).toEqual([])
})
