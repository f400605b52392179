import type { PageEntry, PageTable } from '#kernel/web/console/page-entry.ts'
import type { DocumentPlace } from '#kernel/engine/definition/document-place.ts'
import { documentPlaces, listPlaces } from './places.ts'
import { fundsNames, masterNames, phonePages } from './phone-pages.ts'

function desk(...paths: readonly string[]): PageEntry[] {
  return paths.map((path) => ({ path, device: 'pc' }))
}

/** The pages of a document type: its list, and the pages that write and show it. */
function ofDocument({ list, write, read, bareWithoutType, bareReader, secondAddress }: DocumentPlace): PageEntry[] {
  const bare = bareWithoutType ? ({ bareWithoutType } as const) : {}
  const second = { path: secondAddress ?? '', device: 'pc', bareWithoutType: true, sameComponentAs: write.pc } as const
  return [
    ...desk(list),
    { path: write.pc, device: 'pc', ...bare, phone: write.mobile },
    ...(read ? [{ path: read.pc, device: 'pc', ...(bareReader ? bare : {}), phone: read.mobile } as const] : []),
    ...(secondAddress === undefined ? [] : [second]),
  ]
}

/** Every page (spec section 2), whether its area is built yet or not; test/arch/pages.test.ts compares. */
export const pageTable: PageTable = {
  pages: [
    ...phonePages,
    ...desk(...masterNames.map((name) => `/master/pc/${name}`)),
    ...desk('/index', '/403', '/404', '/500', '/tasks/pc', '/tasks/absence', '/download/center'),
    ...desk('/imports', '/imports/run'),
    ...desk('/notifications', '/notifications/settings'),
    ...desk('/system/monitor', '/system/jobs', '/system/undelivered', '/system/registry'),
    ...desk('/system/parameters', '/system/dictionaries', '/system/translations'),
    ...desk('/system/roles', '/system/roles/edit', '/system/permissions', '/system/access', '/system/access/edit'),
    ...desk('/system/requests', '/system/duties', '/system/menus', '/system/why'),
    ...desk('/system/accounts', '/system/app-accounts', '/system/sessions', '/account/sessions'),
    ...desk('/approval/templates', '/approval/templates/edit', '/approval/bands'),

    ...desk('/process/list', '/process/price/pc/rounding'),
    { path: '/process/component', device: 'pc', phone: '/process/mobile/component' },

    ...documentPlaces.flatMap(ofDocument),
    ...desk(...listPlaces.map(({ page }) => page)),

    ...desk('/budget/pc/country/line', '/budget/pc/project/list', '/budget/pc/plan/import', '/budget/pc/repair'),
    ...desk('/budget/pc/overview', '/budget/pc/self-check'),
    ...desk('/customer/pc/own', '/store/pc/own'),
    ...desk(...fundsNames.map((name) => `/funds/pc/${name}`)),

    ...desk('/master/pc/siProduct', '/master/pc/skd', '/master/pc/unmappedSku'),
    ...desk('/master/pc/dealer'),
    ...desk('/budget/pc/master/project', '/budget/pc/master/channel', '/budget/pc/master/department'),
    ...desk('/budget/pc/master/business'),

    ...desk('/master/pc/syncSetting', '/master/pc/externalSystem', '/master/pc/syncRun', '/master/pc/syncPush'),

    ...desk('/scheme/list', '/scheme/withhold/run', '/scheme/priceProtectionProposals/list'),
    { path: '/scheme/detail', device: 'pc', phone: '/scheme/mobile/detail' },

    ...desk('/contract/detail/pc', '/contract/approvalDetail/pc', '/recharge/detail/pc'),
  ],
  groups: [
    { path: '/bpm/process', menu: 'process', ownPage: '/process/list' },
    { path: '/bpm/imei', menu: 'imei', ownPage: '/imei/list' },
  ],
}

/** Phone pages: the server answers them with the small phone entry, which draws no shell. */
export const phonePaths: readonly string[] = phonePages.map((page) => page.path)
