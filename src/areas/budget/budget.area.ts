import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { recordManifest } from '#kernel/engine/record/record-manifest.ts'
import { insightMenu, insightRights } from './insight.menu.ts'
import { en } from './locale/en.ts'
import { errors as errorsEn } from './locale/errors.en.ts'
import { errors as errorsZh } from './locale/errors.zh.ts'
import { budgetLists as listsEn } from './budget-line/lists.en.ts'
import { budgetLists as listsZh } from './budget-line/lists.zh.ts'
import { budgetLevels as levelsEn } from './locale/levels.en.ts'
import { budgetLevels as levelsZh } from './locale/levels.zh.ts'
import { records as recordsEn } from './records/records.en.ts'
import { records as recordsZh } from './records/records.zh.ts'
import { rights } from './locale/rights.ts'
import { zh } from './locale/zh.ts'
import { records as budgetRecords } from './records/budget-records.ts'
import { PERIOD, yearEndMenu } from './year-end.menu.ts'
import { rows } from './locale/rows.ts'
import { homeTexts as homeEn } from './home/home.en.ts'
import { homeTexts as homeZh } from './home/home.zh.ts'

const VIEW = 'budget.country.view'
const SUBMIT = 'budget.country.submit'
const APPROVE = 'budget.country.approve'
const EXPORT = 'budget.country.export'
const RESERVES = 'budget.reserve.view'
const RESERVES_RETRY = 'budget.reserve.retry'

function entry(
  more: Pick<MenuEntry, 'code' | 'url' | 'sortIndex' | 'rights'> & Partial<MenuEntry>,
  text: keyof typeof en.menu,
): MenuEntry {
  const shared = { pcode: 'budget', icon: '', routingCache: false, hidden: false, buttons: [] }
  return { ...shared, name: zh.menu[text], nameEn: en.menu[text], ...more }
}

const records = recordManifest(budgetRecords, { zh: recordsZh, en: recordsEn }, { pcode: 'budget', sortIndex: 240 })

/** All of them, for the server: pages load what they need. */
const texts = {
  en: {
    ...en,
    home: homeEn,
    rows: rows.en,
    errors: errorsEn,
    page: { ...listsEn, ...levelsEn },
    records: recordsEn,
  },
  zh: {
    ...zh,
    home: homeZh,
    rows: rows.zh,
    errors: errorsZh,
    page: { ...listsZh, ...levelsZh },
    records: recordsZh,
  },
}

/** Country and project budgets: applications, approvals, and budget lines. */
export const budgetArea: AreaManifest = {
  name: 'budget',
  texts,
  lists: {
    budgetLine: [VIEW, 'budget.pool.view'],
    budgetPool: ['budget.pool.view'],
    budgetPeriod: ['budget.period.view'],
    documentReserve: ['budget.reserve.view'],
  },
  menu: [
    entry(
      { code: 'budget', pcode: '', icon: 'wallet', url: '', sortIndex: 200, rights: [VIEW, SUBMIT, APPROVE] },
      'group',
    ),
    entry(
      {
        code: 'budget_country_list',
        icon: 'table',
        url: '/budget/pc/country/list',
        sortIndex: 210,
        rights: [VIEW],
        routingCache: true,
        buttons: [VIEW, SUBMIT, EXPORT, 'budget.transfer.submit', 'budget.setting.submit'],
      },
      'countryList',
    ),
    entry(
      {
        code: 'budget_line',
        url: '/budget/pc/country/line',
        sortIndex: 211,
        rights: [VIEW],
        hidden: true,
        buttons: [VIEW, EXPORT],
      },
      'line',
    ),
    entry(
      {
        code: 'budget_project_list',
        icon: 'table',
        url: '/budget/pc/project/list',
        sortIndex: 231,
        rights: [VIEW],
        routingCache: true,
        buttons: [VIEW, SUBMIT, EXPORT, 'budget.transfer.submit', 'budget.setting.submit'],
      },
      'projectList',
    ),
    entry(
      {
        code: 'budget_transfer_list',
        icon: 'share',
        url: '/budget/pc/transfer/list',
        sortIndex: 232,
        rights: ['budget.transfer.view'],
        routingCache: true,
        buttons: ['budget.transfer.view', 'budget.transfer.submit', 'budget.transfer.export'],
      },
      'transferList',
    ),
    entry(
      {
        code: 'budget_pool_list',
        icon: 'wallet',
        url: '/budget/pc/pool/list',
        sortIndex: 235,
        rights: ['budget.pool.view'],
        routingCache: true,
        buttons: ['budget.pool.view', 'budget.pool.submit', 'budget.pool.export'],
      },
      'poolList',
    ),
    entry(
      {
        code: 'budget_year_plan',
        icon: 'upload',
        url: '/budget/pc/plan/import',
        sortIndex: 238,
        rights: [SUBMIT],
        routingCache: true,
        buttons: [SUBMIT],
      },
      'yearPlan',
    ),
    entry(
      {
        code: 'budget_repair',
        icon: 'alert',
        url: '/budget/pc/repair',
        sortIndex: 239,
        rights: [RESERVES],
        routingCache: true,
        buttons: [RESERVES, RESERVES_RETRY],
      },
      'repair',
    ),
    ...yearEndMenu,
    ...insightMenu,
    ...records.menu,
  ],
  rights: {
    [VIEW]: rights.countryView,
    [EXPORT]: rights.countryExport,
    'budget.pool.view': rights.poolView,
    'budget.pool.export': rights.poolExport,
    [RESERVES_RETRY]: rights.reserveRetry,
    [RESERVES]: rights.reserveView,
    ...insightRights,
    [PERIOD.view]: rights.periodView,
    [PERIOD.move]: rights.periodMove,
    [PERIOD.reopen]: rights.periodReopen,
    ...records.rights,
  },
}
