import { expect, type Locator } from '@playwright/test'
import { type Application, COUNTRY, type Line } from './application.ts'
import { expectToast, type Person } from './person.ts'
import { actedText, anyOf, filled } from './texts.ts'

/** Value help on the phone: a tap opens the sheet, the search finds the code. */
export async function pick(person: Person, scope: Locator, label: string, code: string): Promise<void> {
  const { page, texts } = person
  const sheet = page.getByRole('dialog', { name: label })
  // A tap is lost that comes while the row is drawn anew by what was saved or loaded meanwhile.
  await expect(async () => {
    if (!(await sheet.isVisible())) await scope.getByRole('button', { name: new RegExp(`^${label}`) }).click()
    await expect(sheet).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await sheet.getByRole('searchbox', { name: texts.page.phone.search }).fill(code)
  await sheet.locator('.picker-list button').filter({ hasText: code }).first().click()
  await expect(sheet).toBeHidden()
}

export async function fillHeader(person: Person, application: Application): Promise<void> {
  const { page, texts } = person
  const { fields } = texts.budget.documents.countryBudget
  const header = page.getByRole('region', { name: texts.page.form.header })
  await header.getByRole('button', { name: new RegExp(`^${fields.month}`) }).click()
  const months = page.getByRole('dialog', { name: fields.month })
  await months
    .locator('.picker-list button')
    .nth(Number(application.month) - 1)
    .click()
  await expect(months).toBeHidden()
  await pick(person, header, fields.projectPoolCode, application.pool)
  await pick(person, header, fields.budgetDeptCode, application.department)
  await header.getByLabel(fields.reason).fill(application.reason)
}

export async function addLine(person: Person, row: number, line: Line): Promise<void> {
  const { page, texts } = person
  const { lineFields } = texts.budget.documents.countryBudget
  // The form starts with an empty line.
  if (row > 1) await page.getByRole('button', { name: texts.page.sheet.addLine }).click()
  const card = page.getByRole('article', { name: filled(texts.page.phone.lineOf, { row }) })
  await pick(person, card, lineFields.countryCode, COUNTRY)
  await pick(person, card, lineFields.projectCode, line.project)
  await pick(person, card, lineFields.fscId, line.businessType)
  await pick(person, card, lineFields.productLineCode, line.productLine)
  await card.getByLabel(lineFields.amount).fill(line.amount)
}

/** Submits, and returns the number of the document. */
export async function submit(person: Person): Promise<string> {
  const { page, texts } = person
  await page.getByRole('button', { name: texts.page.form.submit, exact: true }).click()
  await expectToast(page, anyOf(texts.page.form.submitted))
  await page.waitForURL(/\/budgetCountry\/mobile\?formInstanceId=/)
  const number = page.locator('.summary-head .code')
  await expect(number).toHaveText(/^[A-Z]+\d+$/)
  return (await number.textContent()) ?? ''
}

/** From the cards of my tasks to the document with this number. */
export async function openTask(person: Person, no: string): Promise<void> {
  const { page, texts } = person
  const card = page.locator('.task-card').filter({ hasText: no })
  const more = page.getByRole('button', { name: anyOf(texts.page.phone.showMore) })
  // The newest are last, behind as many pages as other tests have filled.
  await expect(async () => {
    if (!(await card.isVisible())) await more.click({ timeout: 2_000 })
    await expect(card).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  await card.click()
  await expect(page.locator('.summary-head .code')).toHaveText(no)
}

export async function decide(person: Person, decision: 'agree' | 'reject', opinion: string): Promise<void> {
  const { page, texts } = person
  const { approval } = texts.page
  await page.getByRole('contentinfo').getByRole('button', { name: approval[decision], exact: true }).click()
  const sheet = page.getByRole('dialog')
  // Amount fields stand before it, where an approval may be for less.
  await sheet.getByRole('textbox').last().fill(opinion)
  await sheet.getByRole('button', { name: approval[decision], exact: true }).click()
  await expect(sheet).toBeHidden()
  await expectToast(page, actedText(texts, decision === 'agree' ? 'approve' : 'reject'))
}
