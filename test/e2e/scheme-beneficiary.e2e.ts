import { expect } from '@playwright/test'
import { schemeAdjust as adjustment } from '#areas/scheme/adjustment/scheme-adjust.doc.ts'
import { schemeApplication as application } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeAdjust } from '#areas/scheme/adjustment/adjust.en.ts'
import { schemeApplication } from '#areas/scheme/application/application.en.ts'
import { schemeApplication as zh } from '#areas/scheme/application/application.zh.ts'
import { schemeExecute } from '#areas/scheme/execution/execute.zh.ts'
import { schemeOwn as own } from '#areas/scheme/own/own.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { arrive } from './support/person.ts'
import * as phone from './support/phone.ts'
import { decideOnPhone, fillDay, noSidewaysScroll, submitAtDesk, writeLine } from './support/scheme-desk.ts'
import { YEAR } from './support/application.ts'
import { placeOf, schemeIn, TODAY } from './support/schemes.ts'
import { test } from './support/test.ts'

interface Channel {
  readonly channelCode: string
  readonly channelName: string
}

const channelOf = async (origin: string) => {
  const asked = { limit: 1, curTopAreaId: 2, channelStatus: 1 }
  const { records } = await companyAt(origin).call<{ records: readonly Channel[] }>(
    'in.channel',
    '/gs/IN/oversea/aps/budget/channel/list',
    asked,
  )
  return records[0]!
}

test('a distributor’s list of schemes says that it shows what runs, and shows all without that filter', async ({
  browser,
}) => {
  const { page, texts } = await arrive(browser, 'in.dist', '/scheme/own')
  const bar = page.locator('.filter-bar')
  const chosen = bar.getByText(own.shownWords.running, { exact: true })
  await expect(chosen).toBeVisible()
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  const filter = bar.locator('.ant-select').filter({ has: page.getByLabel(own.shown) })
  await filter.hover()
  await filter.locator('.ant-select-clear').click()
  await expect(page).toHaveURL(/[?&]shown=(&|$)/)
  await expect(chosen).toBeHidden()
  await page.reload()
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await expect(chosen).toBeHidden()
  await page.getByRole('button', { name: texts.page.list.reset, exact: true }).click()
  await expect(chosen).toBeVisible()
})

test('a policy application for a channel is submitted on the desktop, approved on a phone, and its scheme names the channel', async ({
  browser,
  origin,
}) => {
  const place = await placeOf(origin)
  const { channelCode, channelName } = await channelOf(origin)
  const person = await arrive(browser, 'in.channel', '/scheme/application/pc?type=new')
  const { page } = person
  const { fields, lineFields, options } = schemeApplication
  await page.getByLabel(fields.name).fill('Chains in winter')
  await page.getByLabel(fields.reason).fill('The season begins')
  await fillDay(person, fields.startDate, TODAY)
  await fillDay(person, fields.claimDeadline, `${YEAR}-12-31`)
  await writeLine(person, 1, [
    { column: lineFields.channelCode, value: channelCode, isChoice: true },
    { column: lineFields.skuCode, value: place.skus[0]!, isChoice: true },
    { column: lineFields.basis, value: options.basis.sellIn, isChoice: true },
    { column: lineFields.ratePercent, value: '2.5' },
    { column: lineFields.amount, value: '1250.50' },
    { column: lineFields.budgetCode, value: place.budget.budgetCode, isChoice: true },
  ])
  const acted = await submitAtDesk(person, application)
  await decideOnPhone({
    browser,
    origin,
    document: application,
    acted,
    amount: '1,250.50',
    async look({ page: opened }) {
      await opened.locator('details').filter({ hasText: zh.fields.lines }).last().locator('summary').click()
      await expect(opened.getByText(zh.lineFields.channelCode).filter({ visible: true }).first()).toBeVisible()
    },
  })
  await companyAt(origin).agreeAll(application, acted.formInstanceId)
  await page.goto(`${origin}/scheme/detail?schemeNo=${acted.no}`)
  await expect(page.getByRole('cell', { name: channelName })).toBeVisible()
})

test('the beneficiary of a line changes from a channel to a store, and the line is claimed for that store', async ({
  browser,
  origin,
}) => {
  const place = await placeOf(origin)
  const { channelCode } = await channelOf(origin)
  const line = { basis: 'sellOut', customerCode: null, channelCode }
  const scheme = await schemeIn(origin, place, ['900.00'], { schemeType: 'sellOutRebate' }, line)
  const { records } = await companyAt(origin).call<{
    records: readonly { storeCode: string; storeName: string; customerCode: string; customerName: string }[]
  }>('in.channel', '/aps/scheme/stores', { limit: 1, areaId: Number(place.budget.areaId) })
  const store = records[0]!

  const person = await arrive(browser, 'in.channel', `/scheme/adjust/pc?type=new&schemeNo=${scheme.no}`)
  const { page } = person
  const { fields, lineFields, options } = schemeAdjust
  await page.getByLabel(fields.reason).fill('One store opens first')
  await writeLine(person, 1, [
    { column: lineFields.kind, value: options.kind.scope, isChoice: true },
    { column: lineFields.fundingNo, value: '1', isChoice: true },
    { column: lineFields.newCustomerCode, value: store.customerCode, isChoice: true },
    { column: lineFields.newStoreCode, value: store.storeCode, isChoice: true },
  ])
  const changed = await submitAtDesk(person, adjustment)
  await companyAt(origin).agreeAll(adjustment, changed.formInstanceId)
  await page.goto(`${origin}/scheme/detail?schemeNo=${scheme.no}`)
  await expect(page.getByRole('cell', { name: `${store.customerName} / ${store.storeName}` })).toBeVisible()

  const claimant = await arrive(browser, 'in.channel', `/scheme/execute/mobile?type=new&schemeNo=${scheme.no}`, {
    width: 'phone',
    language: 'zh',
  })
  const opened = claimant.page
  await phone.pick(claimant, opened.locator('main'), schemeExecute.fields.customerCode, store.customerCode)
  const card = opened.getByRole('article').first()
  await phone.pick(claimant, card, schemeExecute.lineFields.fundingNo, '1')
  await phone.pick(claimant, card, schemeExecute.lineFields.storeCode, store.storeCode)
  await expect(card).toContainText(store.storeCode)
  await noSidewaysScroll(claimant)
})
