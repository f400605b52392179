import { expect } from '@playwright/test'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { cell, pick, submitButton } from './support/desk.ts'
import { arrive, expectToast } from './support/person.ts'
import * as phone from './support/phone.ts'
import { anyOf, filled } from './support/texts.ts'
import { test } from './support/test.ts'

interface Line {
  readonly budgetCode: string
  readonly projectCode: string
  readonly projectPoolCode: string
  readonly budgetDeptCode: string
  readonly year: number
  readonly month: number
  readonly available: string
}

test('a transfer between countries is submitted on the phone', async ({ browser, origin }) => {
  const path = '/gs/IN/oversea/aps/budget/country/page'
  const { records } = await companyAt(origin).call<{ records: readonly Line[] }>('in.channel', path, {
    limit: 200,
    countryCode: 'IN',
    productClass: 'phone',
  })
  const from = records.find(({ available }) => Number(available) > 1_000)!
  const address = `/budget/mobile/transfer/apply?applyType=country&idcCode=IN&countryBudgetCodes=${from.budgetCode}`
  const person = await arrive(browser, 'in.channel', address, { width: 'phone' })
  const { page, texts } = person
  const { fields, lineFields } = texts.budget.documents.budgetTransfer
  await page.getByLabel(fields.reason).fill('The season is later there')
  const card = page.getByRole('article', { name: filled(texts.page.phone.lineOf, { row: 1 }) })
  await expect(card).toContainText(from.budgetCode)
  const country = card.getByRole('button', { name: new RegExp(`^${lineFields.countryCode}`) })
  // The card of a line that is not complete may be folded.
  if (!(await country.isVisible())) await card.getByRole('button').first().click()
  await phone.pick(person, card, lineFields.countryCode, 'BD')
  await phone.pick(person, card, lineFields.projectCode, 'PJ-BD-01')
  await card.getByLabel(lineFields.amount).fill('12.50')
  await page.getByRole('button', { name: texts.page.form.submit, exact: true }).click()
  await expectToast(page, anyOf(texts.page.form.submitted))
  await page.waitForURL(/\/budget\/mobile\/transfer\/apply\?type=view&formInstanceId=/)
  await expect(page.locator('.summary-head .code')).toHaveText(/^BT\d+$/)
})

test('money for a pool is requested on the desktop and approved at headquarters on the phone', async ({ browser }) => {
  const address = '/budget/pc/pool/list?idcCode=IN'
  const person = await arrive(browser, 'in.regfinance', address)
  const { page, texts } = person
  const { fields, lineFields, titles } = texts.budget.documents.poolBudget
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await page.getByRole('button', { name: texts.budget.page.newPoolSupplement }).click()
  await page.getByLabel(fields.reason).fill('Prices rose')
  await page.getByRole('button', { name: texts.page.sheet.addLine }).click()
  await cell(person, lineFields.projectPoolCode, 1).click()
  const pool = page.getByRole('combobox', {
    name: filled(texts.page.sheet.cell, { column: lineFields.projectPoolCode, row: 1 }),
  })
  await pick(page, pool, 'PP01')
  await page
    .getByRole('textbox', { name: filled(texts.page.sheet.cell, { column: lineFields.amount, row: 1 }) })
    .fill('2500.00')
  await page.keyboard.press('Tab')
  await submitButton(person).click()
  await expectToast(page, anyOf(texts.page.form.submitted))
  await page.waitForURL(/\/budget\/pc\/pool\/apply\?type=view&formInstanceId=/)
  await expect(page.getByRole('heading', { name: titles.supplement })).toBeVisible()
  const formInstanceId = new URL(page.url()).searchParams.get('formInstanceId')
  const decision = `/budget/mobile/pool/apply?type=view&formInstanceId=${formInstanceId}`
  const owner = await arrive(browser, 'hq.budget', decision, { width: 'phone', language: 'zh' })
  await expect(owner.page.locator('.summary-head')).toContainText(/PB\d+/)
  await phone.decide(owner, 'agree', '同意追加')
})

test('a project budget is requested from its list and has no country', async ({ browser }) => {
  const person = await arrive(browser, 'in.channel', '/budget/pc/project/list?view=lines&idcCode=IN')
  const { page, texts } = person
  const { fields, lineFields } = texts.budget.documents.countryBudget
  await page.getByRole('button', { name: texts.budget.page.newGrant }).click()
  await expect(page.getByLabel(fields.level)).toBeVisible()
  await expect(page.getByLabel(fields.fundedBy)).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: lineFields.projectCode })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: lineFields.countryCode })).toHaveCount(0)
})
