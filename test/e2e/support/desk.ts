import { writeFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { type Application, COUNTRY, type Line, YEAR } from './application.ts'
import { choosePageSize } from './list.ts'
import { expectToast, type Person } from './person.ts'
import { actedText, anyOf, filled } from './texts.ts'

/** Value help on the desktop: type the code, take the match. */
export async function pick(page: Page, field: Locator, code: string): Promise<void> {
  await field.click()
  await field.fill(code)
  const options = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
  // The results replace the earlier options: a click in that moment would hit nothing.
  await expect(options.filter({ hasNotText: code })).toHaveCount(0)
  await options.filter({ hasText: code }).first().click()
}

/** The field whose label is this text; a required one carries a star. */
export function field(page: Page, label: string): Locator {
  return page.getByRole('combobox', { name: new RegExp(`^${label}\\s*\\*?$`) })
}

export function cell(person: Person, column: string, row: number): Locator {
  const name = filled(person.texts.page.sheet.cell, { column, row })
  return person.page.getByRole('gridcell', { name, exact: false }).first()
}

/** A page of a menu group on the desktop; a long menu shows the pages of its first groups only, until a group is opened. */
export async function followMenu({ page, texts }: Person, group: string, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: texts.page.shell.menu, exact: true })
  const heading = menu.getByRole('button', { name: group, exact: true })
  await expect(heading).toBeVisible()
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click()
  await menu.getByRole('link', { name }).click()
}

export function openCountryList(person: Person): Promise<void> {
  const { group, countryList } = person.texts.budget.menu
  return followMenu(person, group, countryList)
}

export async function startGrant(person: Person): Promise<void> {
  const { page, texts } = person
  await openCountryList(person)
  await page.locator('.list-tools').getByRole('button', { name: texts.budget.page.newGrant }).click()
  await expect(page.getByRole('heading', { name: texts.budget.documents.countryBudget.titles.grant })).toBeVisible()
}

export async function fillHeader(person: Person, application: Application): Promise<void> {
  const { page, texts } = person
  const { fields } = texts.budget.documents.countryBudget
  await pick(page, field(page, fields.month), application.month)
  await pick(page, field(page, fields.budgetDeptCode), application.department)
  await pick(page, field(page, fields.projectPoolCode), application.pool)
  await page.getByLabel(fields.reason).fill(application.reason)
}

/** Types a line from the keyboard alone, as in a spreadsheet: each choice moves to the right. */
export async function typeLine(person: Person, row: number, line: Line): Promise<void> {
  const { page, texts } = person
  const { lineFields } = texts.budget.documents.countryBudget
  await page.getByRole('button', { name: texts.page.sheet.addLine }).click()
  await cell(person, lineFields.countryCode, row).click()
  const choices = [
    [lineFields.countryCode, COUNTRY],
    [lineFields.projectCode, line.project],
    [lineFields.fscId, line.businessType],
    [lineFields.productLineCode, line.productLine],
  ] as const
  for (const [column, code] of choices) {
    await pick(page, page.getByRole('combobox', { name: filled(texts.page.sheet.cell, { column, row }) }), code)
  }
  const amount = filled(texts.page.sheet.cell, { column: lineFields.amount, row })
  await page.getByRole('textbox', { name: amount }).fill(line.amount)
  await page.keyboard.press('Tab')
  await expect(cell(person, lineFields.amount, row)).toBeVisible()
  if (line.remark === undefined) return
  await cell(person, lineFields.remark, row).click()
  await page.locator('.sheet-cell-editing input').fill(line.remark)
  await page.keyboard.press('Tab')
}

/** Puts the text on the clipboard of the page and pastes it into the first cell. */
export async function pasteLines(person: Person, tsv: string): Promise<void> {
  const { page, texts } = person
  const { lineFields } = texts.budget.documents.countryBudget
  await page.getByRole('button', { name: texts.page.sheet.addLine }).click()
  await expect(cell(person, lineFields.countryCode, 1)).toBeFocused()
  await pasteInto(cell(person, lineFields.countryCode, 1), tsv)
}

/** Pastes a text of tabs and line ends into a cell, and so into those to its right and below it. */
export async function pasteInto(target: Locator, tsv: string): Promise<void> {
  await target.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, tsv)
}

export async function upload(person: Person, name: string, content: Uint8Array): Promise<void> {
  const { page, texts } = person
  await page.locator(`input[type=file][aria-label="${texts.page.form.upload}"]`).setInputFiles(onDisk(name, content))
}

/** Writes a file of this test and returns its path: bytes that are handed to the browser itself take it a minute for 30 MB. */
export function onDisk(name: string, content: Uint8Array): string {
  const path = test.info().outputPath(name)
  writeFileSync(path, content)
  return path
}

export function submitButton(person: Person): Locator {
  return person.page.getByRole('button', { name: person.texts.page.form.submit, exact: true })
}

/** Submits, and returns the number and the address of the document. */
export async function submit(person: Person): Promise<{ readonly no: string; readonly address: string }> {
  const { page, texts } = person
  await submitButton(person).click()
  await expectToast(page, anyOf(texts.page.form.submitted))
  await page.waitForURL(/\/budgetCountry\/pc\?formInstanceId=/)
  const { pathname, search } = new URL(page.url())
  return { no: await numberOnPage(page), address: pathname + search }
}

async function numberOnPage(page: Page): Promise<string> {
  const number = page.locator('h1 .code:visible')
  await expect(number).toHaveText(/^[A-Z]+\d+$/)
  return (await number.textContent()) ?? ''
}

/** From my tasks to the document with this number. */
export async function openTask(person: Person, no: string): Promise<void> {
  const { page, texts } = person
  await page
    .getByRole('navigation', { name: texts.page.shell.menu, exact: true })
    .getByRole('link', { name: texts.page.tasks.title })
    .click()
  await choosePageSize(person, 200)
  await page.getByRole('link', { name: filled(texts.page.tasks.openTask, { no }) }).click()
  await expect(page.getByRole('heading', { name: no })).toBeVisible()
}

export async function decide(person: Person, decision: 'agree' | 'reject', opinion: string): Promise<void> {
  const { page, texts } = person
  const { approval } = texts.page
  await page.getByRole('textbox', { name: approval.opinion }).fill(opinion)
  await page.getByRole('button', { name: approval[decision], exact: true }).click()
  await expectToast(page, actedText(texts, decision === 'agree' ? 'approve' : 'reject'))
}

/** The row of a table that shows all these texts. */
export function rowWith(page: Page, texts: readonly string[]): Locator {
  return texts.reduce((rows, text) => rows.filter({ hasText: text }), page.locator('tbody tr'))
}

/** The cell of a row under the column of this title. */
export async function under(page: Page, row: Locator, title: string): Promise<Locator> {
  const titles = await page.locator('thead:visible').first().locator('th').allTextContents()
  const index = titles.findIndex((text) => text.replace(/[↑↓↕]/g, '').trim() === title)
  expect(index, `a column called ${title} among ${titles.join(', ')}`).toBeGreaterThanOrEqual(0)
  return row.locator('td').nth(index)
}

export function listAddress(application: Application, line: Line): string {
  const query = new URLSearchParams({
    idcCode: COUNTRY,
    projectPoolCode: application.pool,
    budgetDeptCode: application.department,
    year: YEAR,
    month: application.month,
    productLineCode: line.productLine,
    projectCode: line.project,
  })
  return `/budget/pc/country/list?${query}`
}
