import { SCHEME_SEGMENTS } from '#areas/scheme/shared/scheme-routes.ts'
import type { PageEntry, PageTable } from '#kernel/web/console/page-entry.ts'
import { fundsNames, masterNames, phonePages } from './phone-pages.ts'

function desk(...paths: readonly string[]): PageEntry[] {
  return paths.map((path) => ({ path, device: 'pc' }))
}

/** Approval pages that hide side bar and tab strip when opened without `type` (spec section 2, nine of them). */
function bareDesk(...paths: readonly string[]): PageEntry[] {
  return paths.map((path) => ({ path, device: 'pc', bareWithoutType: true }))
}

/** Every page (spec section 2), whether its area is built yet or not; test/arch/pages.test.ts compares. */
export const pageTable: PageTable = {
  pages: [
    ...phonePages,
    ...desk(...masterNames.map((name) => `/master/pc/${name}`)),
    ...desk('/index', '/403', '/404', '/500', '/tasks/pc', '/tasks/absence', '/download/center'),
    ...desk('/imports', '/imports/run'),
    ...desk('/notifications', '/notifications/settings'),
    ...desk('/system/monitor'),
    ...desk('/system/parameters', '/system/dictionaries', '/system/translations'),
    ...desk('/system/roles', '/system/roles/edit', '/system/permissions', '/system/access', '/system/access/edit'),
    ...desk('/system/requests', '/system/duties', '/system/menus', '/system/why'),
    ...desk('/system/accounts', '/system/app-accounts', '/system/sessions', '/account/sessions'),
    ...desk('/system/audit'),
    ...desk('/approval/templates', '/approval/templates/edit', '/approval/bands'),

    ...desk('/process/list', '/process/component'),
    ...desk('/process/price/pc/maintainList'),
    ...bareDesk('/process/price/pc/detail', '/process/price/pc/info'),
    ...desk('/priceApplication/pc'),

    ...desk('/budget/pc/country/list', '/budget/pc/transfer/list', '/budget/pc/project/list', '/budgetCountry/pc'),
    ...desk('/budget/pc/plan/import'),
    ...desk('/budget/pc/repair', '/budget/pc/setting/list', '/budget/pc/setting/apply'),
    ...desk('/budget/pc/overview', '/budget/pc/self-check'),
    ...desk('/customer/pc/own'),
    ...desk(...fundsNames.map((name) => `/funds/pc/${name}`)),
    ...bareDesk('/budget/pc/country/apply', '/budget/pc/transfer/apply'),
    ...desk('/budget/pc/pool/list', '/budget/pc/pool/apply'),
    ...desk('/budget/pc/year-end', '/budget/pc/year-end/apply'),

    ...desk('/master/pc/siProduct', '/master/pc/skd', '/master/pc/unmappedSku'),
    ...desk('/master/pc/dealer'),
    ...desk('/master/pc/change', '/master/pc/change/list', '/master/pc/change/apply'),
    ...desk('/budget/pc/master/project', '/budget/pc/master/channel', '/budget/pc/master/department'),
    ...desk('/budget/pc/master/business'),

    ...desk('/master/pc/syncSetting', '/master/pc/externalSystem', '/master/pc/syncRun', '/master/pc/syncPush'),

    ...desk('/imei/list', '/imei/pc/transfer', '/imei/pc/detail'),

    ...desk('/scheme/list', '/scheme/detail', '/scheme/withhold/run'),
    ...desk(...SCHEME_SEGMENTS.map((route) => `/scheme/${route}/list`)),
    ...desk('/scheme/application/pc'),
    { path: '/scheme/application', device: 'pc', bareWithoutType: true, sameComponentAs: '/scheme/application/pc' },
    ...desk('/scheme/withhold/pc', '/scheme/reversal/pc', '/scheme/adjust/pc', '/scheme/annualCarryover/pc'),
    ...desk('/scheme/specialPriceApprovalForm/pc', '/scheme/adjustInvoice/pc'),
    ...bareDesk('/scheme/execute/pc', '/scheme/terminal/pc'),
    ...bareDesk('/scheme/receivablesAdjustment/pc', '/scheme/negativeRedemption/pc'),

    ...desk('/contract/detail/pc', '/contract/approvalDetail/pc', '/recharge/detail/pc'),
  ],
  groups: [
    { path: '/bpm/process', menu: 'process', ownPage: '/process/list' },
    { path: '/bpm/imei', menu: 'imei', ownPage: '/imei/list' },
  ],
}

/** Phone pages: the server answers them with the small phone entry, which draws no shell. */
export const phonePaths: readonly string[] = phonePages.map((page) => page.path)
