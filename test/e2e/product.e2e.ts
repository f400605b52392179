import { expect, type Page } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { errors } from '#areas/product/locale/errors.en.ts'
import { records as labels } from '#areas/product/records/records.en.ts'
import { sku } from '#areas/product/records/sku.record.ts'
import { sourceSku } from '#areas/product/records/source-sku.record.ts'
import { eanCheckDigit } from '#areas/product/records/ean.ts'
import { en as kit } from '#kernel/engine/record/locale/record.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { pick } from './support/desk.ts'
import { rows, settled } from './support/list.ts'
import { arrive, expectToast } from './support/person.ts'
import { filled } from './support/texts.ts'
import { test } from './support/test.ts'

const { fields, options, label } = labels.sku
const drawer = (page: Page) => page.locator('dialog.dialog-drawer[open]')

test('a SKU with a mistyped EAN is refused, and a created SKU takes its waiting source SKU', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^400 .*\/aps\/sku\/create/)
  const stamp = productNow().getTime().toString()
  const code = `E2E-${stamp}`
  const source = { skuSourceType: '1', sourceCode: code, nameZh: '试产', nameEn: 'Trial run' }
  await companyAt(origin).call('hq.pricing', `${sourceSku.api}/create`, { values: source })

  const { page } = await arrive(browser, 'hq.pricing', `/master/pc/unmappedSku?keyword=${code}`)
  await expect(rows(page).filter({ hasText: code })).toContainText(labels.sourceSku.options.mapping.unmapped)

  await page.goto(sku.page)
  await settled(page)
  await page.getByRole('button', { name: filled(kit.new, { label }) }).click()
  const form = drawer(page)
  await form.getByLabel(fields.code).fill(code)
  await form.getByLabel(fields.nameZh).fill('试产手机')
  await form.getByLabel(fields.nameEn).fill('Trial phone')
  await pick(page, form.getByRole('combobox', { name: fields.spuCode }), 'MD20')
  await pick(page, form.getByRole('combobox', { name: fields.sellIn }), options.sellIn.no)
  await pick(page, form.getByRole('combobox', { name: fields.lifeCycle }), options.lifeCycle.active)
  const twelve = stamp.slice(-12)
  const digit = eanCheckDigit(twelve)
  const ean = `${twelve}${(Number(digit) + 1) % 10}`
  await form.getByLabel(fields.eanCode).fill(ean)
  await form.getByRole('button', { name: kit.save }).click()
  await expect(form.getByRole('alert').first()).toContainText(filled(errors.eanCheckDigit, { ean, digit }))
  await form.getByLabel(fields.eanCode).fill(`${twelve}${digit}`)
  await form.getByRole('button', { name: kit.save }).click()
  await expectToast(page, kit.saved)
  await expect(drawer(page).getByRole('heading', { name: 'Trial phone' })).toBeVisible()

  await page.goto(`${sourceSku.page}?keyword=${code}`)
  await expect(rows(page).filter({ hasText: code })).toContainText(labels.sourceSku.options.mapping.mapped)
  await page.goto('/master/pc/unmappedSku')
  await settled(page)
  await expect(rows(page).filter({ hasText: code })).toHaveCount(0)
})
