import type { PageEntry, PageTable } from '#kernel/console/page-entry.ts'

function desk(...paths: readonly string[]): PageEntry[] {
  return paths.map((path) => ({ path, device: 'pc' }))
}

/** Approval pages that hide side bar and tab strip when they are opened without `type` (spec section 2, nine of them). */
function bareDesk(...paths: readonly string[]): PageEntry[] {
  return paths.map((path) => ({ path, device: 'pc', bareWithoutType: true }))
}

function phone(...paths: readonly string[]): PageEntry[] {
  return paths.map((path) => ({ path, device: 'mobile' }))
}

/** The two pages of each record of master data. Short: this table is part of every first load. */
function master(...names: readonly string[]): PageEntry[] {
  return [
    ...desk(...names.map((name) => `/master/pc/${name}`)),
    ...phone(...names.map((name) => `/master/mobile/${name}`)),
  ]
}

/** Every page there is (spec section 2), whether its area is built yet or not; test/arch/pages.test.ts compares. */
export const pageTable: PageTable = {
  pages: [
    ...desk('/index', '/403', '/404', '/500', '/tasks/pc', '/tasks/absence', '/download/center'),
    ...desk('/imports', '/imports/run'),
    ...desk('/notifications', '/notifications/settings'),
    ...desk('/system/monitor'),
    ...desk('/approval/templates', '/approval/templates/edit', '/approval/bands'),
    ...phone('/tasks/mobile'),

    ...desk('/process/list', '/process/component'),
    ...phone('/process/mobile/component'),
    ...desk('/process/price/pc/maintainList'),
    ...bareDesk('/process/price/pc/detail', '/process/price/pc/info'),
    ...phone('/process/price/mobile/detail', '/process/price/mobile/info'),
    ...desk('/priceApplication/pc'),
    ...phone('/priceApplication/mobile'),

    ...desk('/budget/pc/country/list', '/budget/pc/transfer/list', '/budget/pc/project/list', '/budgetCountry/pc'),
    ...desk('/budget/pc/plan/import'),
    ...desk('/budget/pc/repair'),
    ...bareDesk('/budget/pc/country/apply', '/budget/pc/transfer/apply'),
    ...phone('/budget/mobile/country/apply', '/budget/mobile/transfer/apply', '/budgetCountry/mobile'),
    ...desk('/budget/pc/pool/list', '/budget/pc/pool/apply'),
    ...phone('/budget/mobile/pool/apply'),
    ...desk('/budget/pc/year-end', '/budget/pc/year-end/apply'),
    ...phone('/budget/mobile/year-end/apply'),

    ...master('country', 'currency', 'currencyRate', 'organisation', 'area', 'idc', 'warZone', 'whiteCustomer'),
    ...master('legalEntity', 'operatingUnit', 'inventoryOrganisation'),
    ...master('productCategory', 'productLine', 'spu', 'sku', 'sourceSku', 'material', 'bom', 'bomLine'),
    ...master('salesSetting', 'priceClassification'),
    ...master('store', 'storeImage', 'warehouse', 'location', 'person', 'storeAssignment', 'jobTitle'),
    ...desk('/master/pc/siProduct', '/master/pc/skd', '/master/pc/unmappedSku'),
    ...master('customer', 'customerAddress', 'customerTradeTerm', 'tradeTerm', 'sellerInformation'),
    ...desk('/master/pc/dealer'),
    ...desk('/master/pc/change', '/master/pc/change/list', '/master/pc/change/apply'),
    ...phone('/master/mobile/change', '/master/mobile/change/apply'),
    ...desk('/budget/pc/master/project', '/budget/pc/master/channel', '/budget/pc/master/department'),
    ...desk('/budget/pc/master/business'),
    ...phone('/budget/mobile/master/business'),
    ...phone('/budget/mobile/master/project', '/budget/mobile/master/channel', '/budget/mobile/master/department'),

    ...desk('/master/pc/syncSetting', '/master/pc/externalSystem', '/master/pc/syncRun', '/master/pc/syncPush'),
    ...phone('/master/mobile/syncSetting', '/master/mobile/externalSystem'),

    ...desk('/imei/list', '/imei/pc/transfer', '/imei/pc/detail'),
    ...phone('/imei/mobile/component', '/imei/mobile/detail'),

    ...desk('/scheme/application/pc'),
    { path: '/scheme/application', device: 'pc', bareWithoutType: true, sameComponentAs: '/scheme/application/pc' },
    ...desk('/scheme/withhold/pc', '/scheme/reversal/pc', '/scheme/adjust/pc', '/scheme/annualCarryover/pc'),
    ...desk('/scheme/specialPriceApprovalForm/pc', '/scheme/adjustInvoice/pc'),
    ...bareDesk('/scheme/execute/pc', '/scheme/terminal/pc'),
    ...bareDesk('/scheme/receivablesAdjustment/pc', '/scheme/negativeRedemption/pc'),
    ...phone('/scheme/application/mobile', '/scheme/withhold/mobile', '/scheme/reversal/mobile'),
    ...phone('/scheme/execute/mobile', '/scheme/terminal/mobile', '/scheme/adjust/mobile'),
    ...phone('/scheme/annualCarryover/mobile', '/scheme/receivablesAdjustment/mobile'),
    ...phone('/scheme/negativeRedemption/mobile', '/scheme/specialPriceApprovalForm/mobile'),
    ...phone('/scheme/adjustInvoice/mobile'),

    ...desk('/contract/detail/pc', '/contract/approvalDetail/pc', '/recharge/detail/pc'),
    ...phone('/contract/detail/mobile', '/contract/approvalDetail/mobile', '/recharge/detail/mobile'),
  ],
  groups: [
    { path: '/bpm/process', menu: 'process', ownPage: '/process/list' },
    { path: '/bpm/imei', menu: 'imei', ownPage: '/imei/list' },
  ],
}

/** Pages for a phone: the server answers them with the small phone entry, which draws no shell. */
export const phonePaths: readonly string[] = pageTable.pages
  .filter((page) => page.device === 'mobile')
  .map((page) => page.path)
