import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { recordChange } from '#areas/change-request/record-change/record-change.doc.ts'
import { en as change } from '#areas/change-request/locale/en.ts'
import { customer } from '#areas/customer/records/customer.record.ts'
import { records as labels } from '#areas/customer/records/records.en.ts'
import { en as kit } from '#kernel/engine/record/locale/record.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import * as desk from './support/desk.ts'
import { arrive, expectToast } from './support/person.ts'
import { test } from './support/test.ts'

const { fields } = labels.customer
const drawer = (page: Page) => page.locator('dialog.dialog-drawer[open]')

interface Detail {
  readonly record: { readonly id: string }
  readonly waiting: readonly { readonly formInstanceId: string; readonly no: string }[]
}

const detailOf = (origin: string, id: string) =>
  companyAt(origin).call<Detail>('in.channel', `${customer.api}/detail`, { id })

const agree = (origin: string, account: string, formInstanceId: string) =>
  companyAt(origin).as(account).decide(recordChange, 'approve', formInstanceId)

test('a customer is drafted, requested, approved and enabled, and a new bank account is approved by two people', async ({
  browser,
  origin,
}) => {
  const word = randomUUID().slice(0, 8)
  const values = {
    code: `C-IN-E${word}`.toUpperCase(),
    nameZh: `新客户${word}`,
    nameEn: word,
    kind: 'distributor',
    type: 'regional',
    organisationCode: 'IN-IN',
    countryCode: 'IN',
    oerpCode: `E${word}`,
    bankName: 'Example Bank',
    bankAccount: '501000123456',
    bankHolder: 'The customer',
  }
  const { record } = await companyAt(origin).call<Detail>('in.channel', `${customer.api}/create`, { values })
  const address = `${customer.page}?record=${record.id}`
  const asker = await arrive(browser, 'in.channel', address)
  const { page } = asker
  const reason = () => page.getByRole('textbox', { name: change.documents.recordChange.fields.reason })

  await drawer(page).getByRole('button', { name: kit.submit }).click()
  await reason().fill('Contract signed')
  await desk.submitButton(asker).click()
  await expect(page.getByRole('heading', { name: /MC\d+/ })).toBeVisible()
  const [asked] = (await detailOf(origin, record.id)).waiting
  const phone = await arrive(browser, 'in.finance', `/master/mobile/change?formInstanceId=${asked!.formInstanceId}`, {
    width: 'phone',
  })
  // However many fields a new record has, none is behind a fold or a button.
  await expect(phone.page.getByRole('main')).toContainText(labels.customer.fields.code)
  await expect(phone.page.getByRole('main')).toContainText(values.bankHolder)
  for (const account of ['in.finance', 'in.regfinance']) await agree(origin, account, asked!.formInstanceId)

  await page.goto(address)
  await expect(drawer(page)).toContainText(kit.states.approved)
  await drawer(page).getByRole('button', { name: kit.enable }).click()
  await expectToast(page, kit.saved)
  await expect(drawer(page).getByRole('button', { name: kit.disable })).toBeVisible()

  await drawer(page).getByRole('button', { name: kit.edit }).click()
  await expect(drawer(page).getByLabel(fields.bankAccount)).toBeDisabled()
  await drawer(page).getByRole('link', { name: kit.ask }).click()
  await reason().fill('The customer moved its account')
  await desk.cell(asker, change.documents.recordChange.lineFields.value, 3).click()
  await page.keyboard.type('888800001111')
  await page.keyboard.press('Enter')
  await desk.submitButton(asker).click()
  await expect(page.getByRole('heading', { name: /MC\d+/ })).toBeVisible()
  const [bank] = (await detailOf(origin, record.id)).waiting
  await agree(origin, 'in.finance', bank!.formInstanceId)

  const decider = await arrive(
    browser,
    'in.regfinance',
    `/master/mobile/change?formInstanceId=${bank!.formInstanceId}`,
    { width: 'phone' },
  )
  await expect(decider.page.getByRole('main')).toContainText('501000123456')
  await expect(decider.page.getByRole('main')).toContainText('888800001111')
  await agree(origin, 'in.regfinance', bank!.formInstanceId)

  await page.goto(address)
  const history = drawer(page).locator('.record-history li').first()
  await expect(history).toContainText('888800001111')
  await expect(history.getByRole('link', { name: bank!.no })).toBeVisible()
})
