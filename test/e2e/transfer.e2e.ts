import { expect } from '@playwright/test'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { cell, pick, submitButton } from './support/desk.ts'
import { arrive, expectToast } from './support/person.ts'
import * as phone from './support/phone.ts'
import { anyOf, filled } from './support/texts.ts'
import { test } from './support/test.ts'

interface Line {
  readonly budgetCode: string
  readonly countryCode: string
  readonly available: string
}

test('a transfer of chosen budgets to another country is submitted on the desktop and approved on the phone', async ({
  browser,
  origin,
}) => {
  const path = '/gs/IN/oversea/aps/budget/country/page'
  const { records } = await companyAt(origin).call<{ records: readonly Line[] }>('in.channel', path, { limit: 200 })
  const from = records.find(({ countryCode, available }) => countryCode === 'IN' && Number(available) > 1_000)!

  const person = await arrive(browser, 'in.channel', `/budget/pc/country/list?budgetCode=${from.budgetCode}`)
  const { page, texts } = person
  const { lineFields, fields } = texts.budget.documents.budgetTransfer
  await page.getByRole('row').filter({ hasText: from.budgetCode }).getByRole('checkbox').check()
  await page.getByRole('button', { name: texts.budget.page.transferSelected }).click()
  await expect(cell(person, lineFields.fromBudgetCode, 1)).toContainText(from.budgetCode)
  await page.getByLabel(fields.reason).fill('The season is later there')
  await cell(person, lineFields.countryCode, 1).click()
  for (const [column, code] of [
    [lineFields.countryCode, 'BD'],
    [lineFields.projectCode, 'PJ-BD-01'],
  ] as const) {
    await pick(page, page.getByRole('combobox', { name: filled(texts.page.sheet.cell, { column, row: 1 }) }), code)
  }
  await cell(person, lineFields.amount, 1).click()
  const amount = page.getByRole('textbox', {
    name: filled(texts.page.sheet.cell, { column: lineFields.amount, row: 1 }),
  })
  await amount.fill('125.50')
  await page.keyboard.press('Tab')
  await submitButton(person).click()
  await expectToast(page, anyOf(texts.page.form.submitted))
  await page.waitForURL(/\/budget\/pc\/transfer\/apply\?type=view&formInstanceId=/)
  const formInstanceId = new URL(page.url()).searchParams.get('formInstanceId')
  await expect(page.getByRole('heading', { name: texts.budget.documents.budgetTransfer.titles.country })).toBeVisible()

  const address = `/budget/mobile/transfer/apply?type=view&formInstanceId=${formInstanceId}`
  const manager = await arrive(browser, 'in.manager', address, { width: 'phone', language: 'zh' })
  await expect(manager.page.locator('.summary-head')).toContainText(/BT\d+/)
  await phone.decide(manager, 'agree', '同意调拨')
})
