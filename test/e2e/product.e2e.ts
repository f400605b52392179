import { expect, type Page } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import type { PriceRow } from '#areas/price/list/price-row.list.ts'
import { priceInquiry } from '#areas/price/check/price-inquiry.en.ts'
import { area as priceTexts } from '#areas/price/locale/area.en.ts'
import { errors } from '#areas/product/locale/errors.en.ts'
import { records as labels } from '#areas/product/records/records.en.ts'
import { sku } from '#areas/product/records/sku.record.ts'
import { sourceSku } from '#areas/product/records/source-sku.record.ts'
import { eanCheckDigit } from '#areas/product/records/ean.ts'
import { en as kit } from '#kernel/engine/record/locale/record.en.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { en as menu } from '#app/locale/en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { field, followMenu, pick } from './support/desk.ts'
import { pick as pickByHand } from './support/phone.ts'
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

test('a price is asked for at a desk, its address shows the same on a phone, and the page of the group leads to both', async ({
  browser,
  origin,
}) => {
  const asked = { page: 1, limit: 200, state: 'effective' }
  const { records } = await companyAt(origin).call<{ records: PriceRow[] }>(
    'in.channel',
    '/aps/gs/price/queryByPage',
    asked,
  )
  const row = records.find(
    ({ classificationCode, effectiveTo }) => classificationCode !== null && effectiveTo === null,
  )!
  const price = formatAmount(row.price)
  const person = await arrive(browser, 'in.channel', '/bpm/process')
  const { page } = person
  await expect(page).toHaveURL(/\/process\/list$/)
  const list = page.getByRole('region', { name: priceTexts.menu.rows })
  await list.getByRole('link').last().click()
  await expect(page).toHaveURL(/maintainList\?enteredFrom=/)
  await settled(page)

  await followMenu(person, menu.process, priceTexts.menu.inquiry)
  await expect(page.getByText(priceInquiry.choose)).toBeVisible()
  const { fields: of } = priceInquiry
  await pick(page, field(page, of.classificationCode), row.classificationCode!)
  await pick(page, field(page, of.tradeTermCode), row.tradeTermCode)
  await pick(page, field(page, of.skuCode), row.skuCode)
  const answer = page.locator('.inquiry')
  await expect(answer.locator('.inquiry-price')).toContainText(price)
  await expect(answer).toContainText(priceInquiry.source.classification)
  await expect(answer.locator('.price-line [aria-current=true]')).toContainText(price)
  // The margin is for whoever has its right.
  await expect(answer.getByText(priceInquiry.facts.margin)).toBeHidden()
  const { search } = new URL(page.url())

  const hand = await arrive(browser, 'in.channel', `/process/mobile/component${search}`, { width: 'phone' })
  const small = hand.page.locator('.inquiry')
  await expect(small.locator('.inquiry-price')).toContainText(price)
  const fieldRows = hand.page.locator('.field-rows')
  await fieldRows.getByLabel(of.quantity).fill('3')
  await expect(small.getByText(priceInquiry.total)).toBeVisible()
  await pickByHand(hand, fieldRows, of.customerCode, 'C-IN-0001')
  // A price is for a customer or for a classification.
  await expect.poll(() => new URL(hand.page.url()).searchParams.get('classificationCode')).toBeNull()
  await expect(small).toContainText(priceInquiry.others)
})
