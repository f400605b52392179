import { customerReference } from '#areas/customer/references.facade.ts'
import { areaReference } from '#areas/organisation/references.facade.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, ENABLED } from '#kernel/engine/record/definition.ts'
import { settingRefusals } from './sales-setting.rules.ts'
import { channelReference } from '#areas/budget/references.facade.ts'
import { skuReference } from '../references.facade.ts'

const MOST = 10_000_000

/** The sales setting of a SKU for an area, a channel or one customer; the most specific applies (sales-setting.rules.ts). */
export const salesSetting = defineRecord({
  name: 'salesSetting',
  area: 'product',
  table: 'sku_sales_setting',
  api: '/aps/skuSalesSetting',
  file: 'sku-sales-setting',
  page: '/master/pc/salesSetting',
  phonePage: '/master/mobile/salesSetting',
  keyOf: ['skuCode', 'areaCode', 'channelCode', 'customerCode'],
  fields: {
    code: f.code({ required: true, max: 270 }),
    skuCode: f.ref(skuReference, { required: true }),
    areaCode: { ...f.ref(areaReference, { required: true }), column: 'area_id' },
    channelCode: f.ref(channelReference),
    customerCode: f.ref(customerReference),
    sellable: f.choice(['yes', 'no'], { required: true }),
    minimumQuantity: f.quantity({ most: MOST }),
    cartonMultiple: f.integer({ range: [1, MOST] }),
    launchDay: f.date(),
    stopDay: f.date(),
    quota: f.integer({ range: [1, MOST] }),
    remark: f.text({ max: 200 }),
  },
  names: { zh: 'code', en: 'code' },
  scope: 'areaCode',
  states: ENABLED,
  list: {
    columns: [
      'code',
      'skuCode',
      'areaCode',
      'channelCode',
      'customerCode',
      'sellable',
      'minimumQuantity',
      'cartonMultiple',
      'launchDay',
      'stopDay',
      'quota',
      'state',
      'remark',
      'updatedAt',
      'updatedBy',
    ],
    filters: ['skuCode', 'areaCode', 'channelCode', 'customerCode', 'sellable', 'state', 'keyword'],
    sort: ['code', 'launchDay', 'stopDay', 'updatedAt'],
  },
  check: settingRefusals,
  naming: { skuCode: { hasOwnWords: true } },
  example: {
    skuCode: 'MD10-BK-8256',
    areaCode: 'IN',
    channelCode: 'CH-IN-05',
    sellable: 'yes',
    minimumQuantity: '20',
    cartonMultiple: '10',
    launchDay: '2026-01-15',
    quota: '5000',
    remark: 'Operators',
  },
})
