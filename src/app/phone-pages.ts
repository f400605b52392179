import type { PageEntry } from '#kernel/web/console/page-entry.ts'
import { documentPlaces, phoneListPlaces } from './places.ts'

/** Records with a list and a page for a phone. Short: this table is part of every first load. */
export const masterNames: readonly string[] = [
  'country',
  'currency',
  'currencyRate',
  'organisation',
  'area',
  'idc',
  'warZone',
  'whiteCustomer',
  'legalEntity',
  'operatingUnit',
  'inventoryOrganisation',
  'productCategory',
  'productLine',
  'spu',
  'sku',
  'sourceSku',
  'material',
  'bom',
  'bomLine',
  'salesSetting',
  'priceClassification',
  'store',
  'storeImage',
  'warehouse',
  'location',
  'person',
  'storeAssignment',
  'jobTitle',
  'customer',
  'customerAddress',
  'customerTradeTerm',
  'tradeTerm',
  'sellerInformation',
]

/** Lists of customer funds, at both widths. */
export const fundsNames: readonly string[] = ['account', 'rebate', 'flow', 'receivable', 'invoice']

/** The phone's part of the page table; every other address belongs to the desktop. */
export const phonePages: readonly PageEntry[] = [
  '/index/mobile',
  '/tasks/mobile',
  '/process/mobile/component',
  '/customer/mobile/own',
  '/store/mobile/own',
  '/budget/mobile/overview',
  '/system/mobile/accounts',
  '/budget/mobile/master/business',
  '/budget/mobile/master/project',
  '/budget/mobile/master/channel',
  '/budget/mobile/master/department',
  '/master/mobile/syncSetting',
  '/master/mobile/externalSystem',
  '/imei/mobile/component',
  '/scheme/mobile/detail',
  '/contract/detail/mobile',
  '/contract/approvalDetail/mobile',
  '/recharge/detail/mobile',
  ...masterNames.map((name) => `/master/mobile/${name}`),
  ...fundsNames.map((name) => `/funds/mobile/${name}`),
  ...phoneListPlaces.flatMap(({ phone }) => phone ?? []),
  ...documentPlaces.flatMap(({ write, read }) => [write.mobile, read?.mobile ?? []].flat()),
].map((path) => ({ path, device: 'mobile' }))
