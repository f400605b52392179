import { expect, test } from 'vitest'
import { type SalesSetting, salesTerms, settingRefusals } from './sales-setting.rules.ts'

const nothing: SalesSetting = {
  channelCode: null,
  customerCode: null,
  isSellable: true,
  minimumQuantity: null,
  cartonMultiple: null,
  launchDay: null,
  stopDay: null,
  quota: null,
}
const area: SalesSetting = { ...nothing, minimumQuantity: 20, cartonMultiple: 10, launchDay: '2026-03-01', quota: 9000 }
const channel: SalesSetting = { ...nothing, channelCode: 'CH', minimumQuantity: 50, stopDay: '2026-12-01' }
const customer: SalesSetting = { ...nothing, customerCode: 'C1', quota: 500 }
const sale = { channelCode: 'CH', customerCode: 'C1', day: '2026-11-21' }

test('a sales setting is refused that has two levels, ends before it begins or breaks a carton', () => {
  const row = { channelCode: 'CH', customerCode: 'C1', launchDay: '2026-02-01', stopDay: '2026-02-01' }
  expect(settingRefusals(row).map(({ key, field }) => [key, field])).toEqual([
    ['product.oneLevel', 'customerCode'],
    ['product.stopBeforeLaunch', 'stopDay'],
  ])
  expect(settingRefusals({ minimumQuantity: 25, cartonMultiple: 10 })).toMatchObject([
    { key: 'product.cartons', field: 'minimumQuantity', params: { multiple: 10 } },
  ])
  expect(settingRefusals({ minimumQuantity: 30, cartonMultiple: 10, launchDay: '2026-02-01' })).toEqual([])
})

test('a SKU is not sold without a sales setting that covers the customer', () => {
  expect(salesTerms([], sale)).toMatchObject({ isSellable: false, minimumQuantity: 1, cartonMultiple: 1, quota: null })
  const others = [
    { ...channel, channelCode: 'XX' },
    { ...customer, customerCode: 'C2' },
  ]
  expect(salesTerms(others, sale).isSellable).toBe(false)
})

test('the most specific sales setting counts, value by value, in any order', () => {
  for (const rows of [
    [area, channel, customer],
    [customer, area, channel],
  ])
    expect(salesTerms(rows, sale)).toEqual({
      isSellable: true,
      minimumQuantity: 50,
      cartonMultiple: 10,
      quota: 500,
      launchDay: '2026-03-01',
      stopDay: '2026-12-01',
    })
  expect(salesTerms([area, channel], { ...sale, channelCode: null })).toMatchObject({
    minimumQuantity: 20,
    stopDay: null,
  })
})

test('a sales setting of a customer overrides that of its area and channel', () => {
  expect(salesTerms([area, { ...customer, isSellable: false }], sale).isSellable).toBe(false)
  expect(salesTerms([area, { ...channel, isSellable: false }, customer], sale).isSellable).toBe(true)
})

test('a SKU is sold from its launch day until the day before its stop day', () => {
  const on = (day: string) => salesTerms([area, channel], { ...sale, day }).isSellable
  expect(['2026-02-28', '2026-03-01', '2026-11-30', '2026-12-01'].map(on)).toEqual([false, true, true, false])
})
