import { expect } from '@playwright/test'
import { budgetSetting as en } from '#areas/budget/budget-setting/setting.en.ts'
import { budgetSetting as zh } from '#areas/budget/budget-setting/setting.zh.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { submitButton } from './support/desk.ts'
import { arrive, expectToast } from './support/person.ts'
import * as phone from './support/phone.ts'
import { anyOf, filled } from './support/texts.ts'
import { test } from './support/test.ts'

interface Line {
  readonly budgetCode: string
  readonly mode: string
  readonly tolerance: string
}

test('a tolerance for a budget is requested on the desktop and approved by headquarters on the phone', async ({
  browser,
  origin,
}) => {
  const path = '/gs/IN/oversea/aps/budget/country/page'
  const { records } = await companyAt(origin).call<{ records: readonly Line[] }>('in.finance', path, {
    limit: 200,
    mode: 'absolute',
  })
  const line = records.findLast(({ tolerance }) => tolerance === '0')!

  const person = await arrive(browser, 'in.finance', `/budget/pc/country/list?budgetCode=${line.budgetCode}`)
  const { page, texts } = person
  await page.getByRole('row').filter({ hasText: line.budgetCode }).getByRole('checkbox').check()
  await page.getByRole('button', { name: en.list.setSelected }).click()
  await expect(page.getByRole('heading', { name: en.titles.line })).toBeVisible()
  await page.getByLabel(en.fields.tolerance).fill('7')
  await page.getByLabel(en.fields.reason).fill('Freight is billed after the campaign')
  await expect(page.getByText(en.lineFields.newTolerance)).toBeVisible()
  await submitButton(person).click()
  await expectToast(page, anyOf(texts.page.form.submitted))
  await page.waitForURL(/\/budget\/pc\/setting\/apply\?type=view&formInstanceId=/)
  const formInstanceId = new URL(page.url()).searchParams.get('formInstanceId')

  const address = `/budget/mobile/setting/apply?type=view&formInstanceId=${formInstanceId}`
  for (const account of ['hq.budget', 'hq.finance']) {
    const owner = await arrive(browser, account, address, { width: 'phone', language: 'zh' })
    await expect(owner.page.locator('.summary-head')).toContainText(/BS\d+/)
    await expect(owner.page.getByText(zh.fields.tolerance).first()).toBeVisible()
    await phone.decide(owner, 'agree', '同意')
  }
  const after = await companyAt(origin).call<{ records: readonly Line[] }>('in.finance', path, {
    budgetCode: line.budgetCode,
  })
  expect(after.records[0]).toMatchObject({ mode: 'absolute', tolerance: '7' })
})

for (const [account, path] of [
  ['in.channel', '/budget/pc/country/apply'],
  ['in.finance', '/budget/pc/setting/apply'],
] as const) {
  test(`an address that asks for a kind of application that there is not says so above the form: ${path}`, async ({
    browser,
  }) => {
    const { page, texts } = await arrive(browser, account, `${path}?type=new&applyType=zzz`)
    await expect(page.getByText(filled(texts.budget.page.unknownKind, { kind: 'zzz' }))).toBeVisible()
  })
}
