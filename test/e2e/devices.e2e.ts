import { expect } from '@playwright/test'
import { devicePage as en } from '#areas/device/locale/page.en.ts'
import { devicePage as zh } from '#areas/device/locale/page.zh.ts'
import { channelStock as stockZh } from '#areas/device/channel-stock/channel-stock.zh.ts'
import type { ChannelStock } from '#areas/device/channel-stock/channel-stock.list.ts'
import type { DeviceRow } from '#areas/device/device-schemas.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { query, rows, settled } from './support/list.ts'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'

const LIST = '/imei/list'

/** Phones of India that a consumer switched on. */
async function someDevices(origin: string): Promise<readonly DeviceRow[]> {
  const asked = { status: 'activated', limit: 50 }
  const { records } = await companyAt(origin).call<{ records: DeviceRow[] }>('in.channel', '/aps/device/page', asked)
  return records.filter(({ imei2 }) => imei2 !== null)
}

test('the registry finds devices by several numbers and shows the custody of one', async ({ browser, origin }) => {
  const [one, two] = await someDevices(origin)
  const { page } = await arrive(browser, 'in.channel', LIST)
  await settled(page)
  await page.getByRole('textbox', { name: en.filters.number, exact: true }).fill(`${one!.imei1} ${two!.imei2}`)
  await page.getByRole('textbox', { name: en.filters.number, exact: true }).press('Enter')
  await expect(rows(page)).toHaveCount(2)
  expect(query(page).get('number')).toContain(one!.imei1!)
  await expect(rows(page).first()).toContainText(one!.skuName)

  await rows(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/imei/pc/detail\\?id=${one!.id}`))
  await expect(page.getByRole('heading', { name: en.detail.title })).toBeVisible()
  const custody = page.locator('.custody > li:visible')
  await expect(custody.first()).toContainText(en.events.sellOut)
  await expect(custody.last()).toContainText(en.events.produced)
  await expect(page.getByText(en.detail.noClaims)).toBeVisible()

  // Any of its numbers finds a device; a mistyped number is reported as such.
  const form = page.locator('form[role=search]:visible').last()
  await form.getByLabel(en.detail.number).fill(two!.sn)
  await form.getByRole('button', { name: en.list.search }).click()
  await expect(page.locator('.facts:visible')).toContainText(two!.imei1!)
})

test('a mistyped device number gets the fitting digit named, and a foreign device is not found', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^400 .*\/device\/detail/)
  complaints.expect(/^404 .*\/device\/detail/)
  const [device] = await someDevices(origin)
  const imei = device!.imei1!
  const wrong = `${imei.slice(0, 14)}${(Number(imei[14]) + 1) % 10}`
  const { page } = await arrive(browser, 'in.channel', `/imei/pc/detail?number=${wrong}`)
  await expect(page.getByRole('alert').filter({ hasText: wrong })).toContainText(`${imei[14]}`)
  const abroad = await arrive(browser, 'id.channel', `/imei/pc/detail?number=${imei}`)
  await expect(abroad.page.getByText(imei)).toHaveCount(0)
  await expect(abroad.page.getByRole('heading', { name: abroad.texts.page.denied.missing.title })).toBeVisible()
  const nobody = await arrive(browser, 'hq.it', LIST)
  await expect(nobody.page.getByText('403').first()).toBeVisible()
})

test('the registry shows devices as cards on a phone in Chinese, within its width', async ({ browser, origin }) => {
  const [device, other] = await someDevices(origin)
  const { page, texts } = await arrive(browser, 'in.channel', '/imei/mobile/component', {
    width: 'phone',
    language: 'zh',
  })
  const cards = page.locator('.card')
  await expect(cards).toHaveCount(20)
  await page.getByRole('button', { name: zh.list.more }).click()
  await expect(cards).toHaveCount(40)
  await page.getByLabel(zh.filters.number).fill(`${device!.imei2} ${other!.sn}`)
  await page.getByRole('button', { name: texts.page.list.search, exact: true }).click()
  await expect(cards).toHaveCount(2)
  await cards.filter({ hasText: device!.imei1! }).click()
  await expect(page.getByRole('heading', { name: device!.imei1! })).toBeVisible()
  await expect(page.locator('.custody > li').last()).toContainText(zh.events.produced)
  await expect(page.getByText(zh.detail.noClaims)).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBe(0)
})

test('channel stock leads from the units of a customer to its devices, and fits a phone in Chinese', async ({
  browser,
  origin,
}) => {
  const asked = { page: 1, limit: 50, sort: ['-units'] }
  const { records } = await companyAt(origin).call<{ records: ChannelStock[] }>(
    'in.channel',
    '/aps/device/stock/queryByPage',
    asked,
  )
  const { customerCode, skuCode, skuName, units } = records[0]!
  const { page } = await arrive(browser, 'in.channel', `/imei/stock?customerCode=${customerCode}&skuCode=${skuCode}`)
  await settled(page)
  await expect(rows(page)).toHaveCount(1)
  await rows(page)
    .getByRole('link', { name: String(units), exact: true })
    .click()
  await expect(page).toHaveURL(/\/imei\/list\?/)
  await settled(page)
  await expect(rows(page).first()).toContainText(skuCode)
  await expect(rows(page)).toHaveCount(Math.min(units, 20))

  const phone = await arrive(browser, 'in.channel', `/imei/stock?customerCode=${customerCode}&skuCode=${skuCode}`, {
    width: 'phone',
    language: 'zh',
  })
  await expect(phone.page.getByRole('heading', { name: stockZh.title })).toBeVisible()
  const card = phone.page.locator('.list-card')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(skuName.split(' ').at(-1)!)
  const wide = await phone.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wide).toBe(0)
})
