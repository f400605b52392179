import { expect, type Page } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { customerChannel } from '#areas/budget/records/customer-channel.record.ts'
import { records as labels } from '#areas/budget/records/records.en.ts'
import { records as customerLabels } from '#areas/customer/records/records.en.ts'
import { customerAddress } from '#areas/customer/records/customer-address.record.ts'
import { project } from '#areas/budget/records/project.record.ts'
import { formFields } from '#kernel/engine/record/definition.ts'
import { en as kit } from '#kernel/engine/record/locale/record.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { pick } from './support/desk.ts'
import { rows, settled } from './support/list.ts'
import { arrive, expectToast } from './support/person.ts'
import { filled } from './support/texts.ts'
import { test } from './support/test.ts'

const { page: LIST, api } = customerChannel

interface Stored {
  readonly record: { readonly id: string; readonly version: number; readonly name: string; readonly values: object }
  readonly uses: readonly { readonly label: string; readonly shown: readonly string[] }[]
}

const drawer = (page: Page) => page.locator('dialog.dialog-drawer[open]')
const asked = (page: Page) => page.locator('dialog[open]:not(.dialog-drawer)')
const codeOf = (word: string) => `CH-${word}-${productNow().getTime().toString(36).toUpperCase()}`
const channel = (origin: string, code: string) => {
  const values = { code, nameZh: '测试渠道', nameEn: 'Test channel', areaCode: 'IN' }
  return companyAt(origin).call<Stored>('hq.budget', `${api}/create`, { values })
}

test('a channel is created, changed, protected from a stale save, and its changes are listed in the history', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^409 .*\/customerChannel\/update/)
  complaints.expect(/^400 .*\/customerChannel\/create/)
  const code = codeOf('E2E')
  const { page, texts } = await arrive(browser, 'in.finance', LIST)
  const { label, fields } = labels.customerChannel
  await settled(page)
  await page.getByRole('button', { name: filled(kit.new, { label }) }).click()
  await drawer(page).getByLabel(fields.code).fill(code)
  await drawer(page).getByLabel(fields.nameZh).fill('测试渠道')
  await drawer(page).getByRole('button', { name: kit.save }).click()
  await expect(drawer(page).getByRole('alert').first()).toContainText(fields.nameEn)
  await drawer(page).getByLabel(fields.nameEn).fill('Test channel')
  await drawer(page).getByRole('button', { name: kit.save }).click()
  await expectToast(page, kit.saved)
  await expect(drawer(page).getByRole('heading', { name: 'Test channel' })).toBeVisible()

  await drawer(page).getByRole('button', { name: kit.edit }).click()
  await drawer(page).getByLabel(fields.nameEn).fill('Mine')
  const id = new URL(page.url()).searchParams.get('record') ?? ''
  const { record } = await companyAt(origin).call<Stored>('hq.budget', `${api}/detail`, { id })
  const theirs = { ...record.values, nameEn: 'Theirs' }
  await companyAt(origin).call('hq.budget', `${api}/update`, { id, version: record.version, values: theirs })
  await drawer(page).getByRole('button', { name: kit.save }).click()
  await expect(drawer(page).locator('.conflict-table')).toContainText('Theirs')
  await drawer(page).getByRole('button', { name: texts.page.form.conflictMine }).click()
  await expect(drawer(page).getByRole('heading', { name: 'Mine' })).toBeVisible()
  await expect(drawer(page).locator('.record-history li').first()).toContainText('Theirs')
  await page.keyboard.press('Escape')
  await expect(rows(page).filter({ hasText: code })).toContainText('Mine')
})

test('a customer address is saved from its form, which has no field for its generated number', async ({ browser }) => {
  const { page } = await arrive(browser, 'admin', customerAddress.page)
  const { label, fields } = customerLabels.customerAddress
  await settled(page)
  await page.getByRole('button', { name: filled(kit.new, { label }) }).click()
  const values = { ...customerAddress.example, contacts: codeOf('AD') } as Record<string, string>
  for (const [name, { refersTo: reference }] of Object.entries(formFields(customerAddress, null))) {
    const control = drawer(page).getByLabel(fields[name as keyof typeof fields])
    if (reference) await pick(page, control, values[name]!)
    else await control.fill(values[name]!)
  }
  await drawer(page).getByRole('button', { name: kit.save }).click()
  await expectToast(page, kit.saved)
  await expect(drawer(page)).toContainText(values['contacts']!)
  await expect(drawer(page).locator('.facts').first()).toContainText(/AD\d+/)
})

test('a channel is disabled and deleted, and a project used by budgets is kept and names them', async ({
  browser,
  origin,
}) => {
  const code = codeOf('GONE')
  const { record } = await channel(origin, code)
  const { page, texts } = await arrive(browser, 'in.finance', `${LIST}?record=${record.id}`)
  await drawer(page).getByRole('button', { name: kit.disable }).click()
  await expect(drawer(page).locator('.record-history li').first()).toContainText(kit.acts.disable)
  await expect(drawer(page).getByRole('button', { name: kit.enable })).toBeVisible()
  await drawer(page).getByRole('button', { name: kit.delete }).click()
  await expect(asked(page)).toContainText(texts.page.list.deleteAsk)
  await expect(asked(page)).toContainText(kit.historyKept)
  await asked(page).getByRole('button', { name: texts.page.common.cancel }).click()
  await expectToast(page, texts.page.list.cancelled)
  await drawer(page).getByRole('button', { name: kit.delete }).click()
  await asked(page).getByRole('button', { name: kit.delete }).click()
  await expectToast(page, texts.page.list.success)
  await expect(drawer(page)).toBeHidden()
  await expect(rows(page).filter({ hasText: code })).toHaveCount(0)

  const listed = await companyAt(origin).call<{ records: readonly { id: string }[] }>(
    'in.finance',
    `${project.api}/queryPage`,
    { keyword: 'PJ-IN-0' },
  )
  const details = await Promise.all(
    listed.records.map(({ id }) => companyAt(origin).call<Stored>('in.finance', `${project.api}/detail`, { id })),
  )
  const used = details.find(({ uses }) => uses.length > 0)
  if (!used) throw new Error('no project of India is named by a budget')
  await page.goto(`${project.page}?record=${used.record.id}`)
  await drawer(page).getByRole('button', { name: kit.delete }).click()
  await expect(asked(page)).toContainText(used.uses[0]?.label ?? '-')
  await expect(asked(page)).toContainText(used.uses[0]?.shown[0] ?? '-')
  await expect(asked(page).getByRole('button', { name: kit.disableInstead })).toBeVisible()
  await expect(asked(page).getByRole('button', { name: kit.delete })).toHaveCount(0)
})

test('a phone shows a channel and its history', async ({ browser, origin }) => {
  const { record } = await channel(origin, codeOf('PH'))
  const address = `${customerChannel.phonePage}?id=${record.id}`
  const { page } = await arrive(browser, 'in.finance', address, { width: 'phone' })
  await expect(page.getByRole('heading', { level: 1, name: 'Test channel' })).toBeVisible()
  await expect(page.getByText('IN / India')).toBeVisible()
  await expect(page.getByText(labels.customerChannel.fields.areaCode)).toBeVisible()
  await page.getByText(kit.history, { exact: true }).first().click()
  await expect(page.locator('.record-history li').first()).toContainText(kit.acts.create)
})
