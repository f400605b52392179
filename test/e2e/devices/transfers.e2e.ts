import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import type { DeviceRow } from '#areas/device/device-schemas.ts'
import { deviceTransfer } from '#areas/device/transfer/device-transfer.doc.ts'
import { deviceTransfer as texts } from '#areas/device/transfer/device-transfer.en.ts'
import { deviceTransfer as textsZh } from '#areas/device/transfer/device-transfer.zh.ts'
import { transferActs as actsZh } from '#areas/device/transfer/transfer-acts.zh.ts'
import { transferActs } from '#areas/device/transfer/transfer-acts.en.ts'
import { items } from '#kernel/web/console/items/locale/items.en.ts'
import { INDIA } from '#test/helpers/company/fixtures.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { writeBarcodeVideo } from '../support/barcode-video.ts'
import { launchOptions } from '../support/chromium.ts'
import * as desk from '../support/desk.ts'
import * as phone from '../support/phone.ts'
import { arrive, type At } from '../support/person.ts'
import { choose } from '../support/scheme-desk.ts'
import { test } from '../support/test.ts'

const [GIVER, RECEIVER] = ['C-IN-0001', 'C-IN-0002']

/** Devices of the giver that no claim and no other transfer has: each test has its own. */
async function free(origin: string, from: number, count: number): Promise<string[]> {
  const company = companyAt(origin)
  const asked = { customerCode: GIVER, holderType: ['customer'], status: 'channelStock', limit: 200 }
  const { records } = await company.call<{ records: DeviceRow[] }>('in.channel', '/aps/device/page', asked)
  const draft = await company.call<{ id: string }>('in.channel', `${deviceTransfer.api}/save`, header)
  await company.call('in.channel', '/aps/gs/imei/add', {
    id: draft.id,
    text: records.map(({ imei1, sn }) => imei1 ?? sn).join(' '),
  })
  const good = await company.call<{ records: { number: string }[] }>(
    'in.channel',
    '/aps/gs/transfer/imei/success/list',
    { id: draft.id, limit: 1000 },
  )
  await company.call('in.channel', `${deviceTransfer.api}/delete`, { id: draft.id, version: 1 })
  const numbers = good.records.slice(from, from + count).map(({ number }) => number)
  expect(numbers).toHaveLength(count)
  return numbers
}

const header = {
  idcCode: 'IN',
  areaId: INDIA.areaId,
  toIdcCode: 'IN',
  toAreaId: INDIA.areaId,
  fromCustomer: GIVER,
  toCustomer: RECEIVER,
  reason: 'Stock is needed elsewhere',
  lines: [],
}

/** A transfer at the step in which its receipt is confirmed, on the page of the channel manager. */
async function atReceipt(browser: Browser, origin: string, numbers: readonly string[], at: At) {
  const company = companyAt(origin)
  const { id } = await company.call<{ id: string }>('in.sales', `${deviceTransfer.api}/save`, header)
  await company.call('in.sales', '/aps/gs/imei/add', { id, text: numbers.join('\n') })
  const sent = await company.call<{ formInstanceId: string }>('in.sales', `${deviceTransfer.api}/submit`, {
    id,
    version: 1,
    ...header,
  })
  expect((await company.decideNext(deviceTransfer, sent.formInstanceId)).by).toBe('in.dist')
  expect((await company.decideNext(deviceTransfer, sent.formInstanceId)).by).toBe('in.manager')
  const address = at.width === 'phone' ? '/imei/mobile/detail' : '/imei/pc/detail'
  const person = await arrive(browser, 'in.channel', `${address}?formInstanceId=${sent.formInstanceId}`, at)
  return { person, formInstanceId: sent.formInstanceId }
}

/** As a scanner types: all characters and Enter within 30 milliseconds, faster than calls of the test reach the browser. */
async function scan(page: Page, number: string): Promise<void> {
  const took = await page.evaluate((text) => {
    const began = performance.now()
    for (const key of [...Array.from(text), 'Enter'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    return performance.now() - began
  }, number)
  expect(took).toBeLessThan(30)
}

test('numbers are pasted and scanned into a transfer, which shows each with its reason', async ({
  browser,
  origin,
}) => {
  const [one, two, three] = await free(origin, 0, 3)
  const person = await arrive(browser, 'in.channel', '/imei/pc/detail?type=new')
  const { page } = person
  await choose(person, texts.fields.fromCustomer, GIVER!)
  await choose(person, texts.fields.toCustomer, RECEIVER!)
  await page.getByLabel(texts.fields.reason).fill('Stock is needed elsewhere')
  const box = page.getByLabel(items.box)
  const wrong = `${one!.slice(0, 14)}${(Number(one![14]) + 1) % 10}`
  await box.fill(`${one}，${two} ${one}\n${wrong}`)
  await box.press('Enter')
  await expect(page.getByText('3 numbers added')).toBeVisible()
  await page.getByRole('tab', { name: new RegExp(items.failed) }).click()
  await expect(page.locator('.items-list')).toContainText(texts.reasons.checkDigit)

  // A scanner types wherever nothing is being typed.
  await page.getByRole('heading', { name: items.title }).click()
  await scan(page, three!)
  await expect(page.getByText('1 number added')).toBeVisible()
  await page.getByRole('tab', { name: new RegExp(items.good) }).click()
  await expect(page.locator('.items-list > li')).toHaveCount(3)
  await page.getByRole('button', { name: items.remove.replace('{number}', three!) }).click()
  await expect(page.locator('.items-list > li')).toHaveCount(2)
  // The route is known before the submit: their channel manager raised it, so the RSM confirms the receipt.
  await expect(page.getByText("Receiver's RSM")).toBeVisible()

  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page).toHaveURL(/formInstanceId=/)
  await expect(page.locator('.items-list > li')).toHaveCount(2)
})

test('the receiver names what arrived, and the rest stays with the giver', async ({ browser, origin, complaints }) => {
  complaints.expect(/^400 .*transfer\/approve/)
  const [one, two] = await free(origin, 10, 2)
  const { person, formInstanceId } = await atReceipt(browser, origin, [one!, two!], {})
  const { page, texts: words } = person
  await page.getByRole('textbox', { name: words.page.approval.opinion }).fill('Counted')
  await page.getByRole('button', { name: words.page.approval.agree, exact: true }).click()
  await expect(page.getByText('Say which devices arrived').first()).toBeVisible()
  await page.getByLabel(transferActs.box).fill(one!)
  await page.getByLabel(transferActs.box).press('Enter')
  await expect(page.getByText('1 of 2 devices named as arrived')).toBeVisible()
  await desk.decide(person, 'agree', 'Counted')
  await page.goto(`/imei/pc/detail?formInstanceId=${formInstanceId}`)
  // The worker moves them, and the page follows.
  await expect(page.getByText(texts.states.partial).first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('tab', { name: new RegExp(items.failed) }).click()
  await expect(page.locator('.items-list')).toContainText(texts.reasons.notArrived)
})

test('the camera of a phone reads a number into a transfer, and its receipt is confirmed', async ({ origin }) => {
  const [one, two] = await free(origin, 20, 2)
  const folder = mkdtempSync(join(tmpdir(), 'camera-'))
  const film = join(folder, 'barcode.y4m')
  await writeBarcodeVideo(film, one!)
  const camera = ['use-fake-device-for-media-stream', 'use-fake-ui-for-media-stream']
  const args = [
    ...launchOptions.args,
    ...camera.map((name) => `--${name}`),
    `--use-file-for-fake-video-capture=${film}`,
  ]
  const own = await chromium.launch({ ...launchOptions, args })
  try {
    const address = new URL('/imei/mobile/detail?type=new', origin).href
    const drafter = await arrive(own, 'in.sales', address, { width: 'phone' })
    const { page } = drafter
    const form = page.getByRole('main')
    await phone.pick(drafter, form, texts.fields.fromCustomer, GIVER!)
    await phone.pick(drafter, form, texts.fields.toCustomer, RECEIVER!)
    await page.getByLabel(texts.fields.reason).fill('Stock is needed elsewhere')
    await page.getByRole('button', { name: items.camera }).click()
    await expect(page.getByText(items.seen.replace('{number}', one!))).toBeVisible()
    await page.getByRole('button', { name: items.close }).click()
    await expect(page.locator('.items-list > li')).toHaveCount(1)
    await page.getByLabel(items.box).fill(two!)
    await page.getByRole('button', { name: items.add, exact: true }).click()
    await expect(page.locator('.items-list > li')).toHaveCount(2)
    await page.getByRole('button', { name: drafter.texts.page.form.submit, exact: true }).click()
    await page.waitForURL(/formInstanceId=/)
    const formInstanceId = new URL(page.url()).searchParams.get('formInstanceId')!

    const company = companyAt(origin)
    for (const account of ['in.dist', 'in.manager'])
      expect((await company.decideNext(deviceTransfer, formInstanceId)).by).toBe(account)
    const receipt = new URL(`/imei/mobile/detail?formInstanceId=${formInstanceId}`, origin).href
    const receiver = await arrive(own, 'in.channel', receipt, { width: 'phone', language: 'zh' })
    await receiver.page.getByRole('button', { name: actsZh.all }).click()
    await expect(receiver.page.getByText(actsZh.allArrived.replace('{total}', '2'))).toBeVisible()
    await phone.decide(receiver, 'agree', '已清点')
    await receiver.page.goto(receipt)
    await expect(receiver.page.getByText(textsZh.states.transferred).first()).toBeVisible({ timeout: 30_000 })
  } finally {
    await own.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
