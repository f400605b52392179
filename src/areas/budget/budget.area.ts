import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import { recordManifest } from '#kernel/engine/record/record-manifest.ts'
import { CONTROL, controlMenu, controlRights } from './control.manifest.ts'
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
import { budgetYearEnd as yearEndEn } from './year-end/year-end.en.ts'
import { budgetYearEnd as yearEndZh } from './year-end/year-end.zh.ts'
import { budgetSetting as settingEn } from './budget-setting/setting.en.ts'
import { budgetSetting as settingZh } from './budget-setting/setting.zh.ts'
import { zh } from './locale/zh.ts'
import { records as budgetRecords } from './records/budget-records.ts'
import { PERIOD, YEAR_END, yearEndMenu } from './year-end.menu.ts'
import { rows } from './locale/rows.ts'

const VIEW = 'budget.country.view'
const SUBMIT = 'budget.country.submit'
const APPROVE = 'budget.country.approve'
const RETRY = 'budget.country.retry'
const EXPORT = 'budget.country.export'
const RESERVES = 'budget.reserve.view'
const RESERVES_RETRY = 'budget.reserve.retry'

const TRANSFER = {
  view: 'budget.transfer.view',
  submit: 'budget.transfer.submit',
  approve: 'budget.transfer.approve',
  retry: 'budget.transfer.retry',
  export: 'budget.transfer.export',
} as const

const POOL = {
  view: 'budget.pool.view',
  submit: 'budget.pool.submit',
  approve: 'budget.pool.approve',
  retry: 'budget.pool.retry',
  export: 'budget.pool.export',
} as const

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
    rows: rows.en,
    documents: { ...en.documents, budgetYearEnd: yearEndEn, budgetSetting: settingEn },
    errors: errorsEn,
    page: { ...listsEn, ...levelsEn },
    records: recordsEn,
  },
  zh: {
    ...zh,
    rows: rows.zh,
    documents: { ...zh.documents, budgetYearEnd: yearEndZh, budgetSetting: settingZh },
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
        buttons: [VIEW, SUBMIT, EXPORT, TRANSFER.submit, CONTROL.submit],
      },
      'countryList',
    ),
    entry(
      {
        code: 'budget_country_apply',
        url: '/budget/pc/country/apply',
        routingCache: true,
        sortIndex: 220,
        rights: [SUBMIT],
        hidden: true,
        buttons: [VIEW, SUBMIT],
      },
      'countryApply',
    ),
    entry(
      {
        code: 'budget_country_apply_mobile',
        url: '/budget/mobile/country/apply',
        sortIndex: 221,
        rights: [SUBMIT],
        hidden: true,
        buttons: [VIEW, SUBMIT],
      },
      'countryApply',
    ),
    entry(
      {
        code: 'budget_country_approval',
        url: '/budgetCountry/pc',
        routingCache: true,
        sortIndex: 230,
        rights: [VIEW],
        hidden: true,
        buttons: [VIEW, SUBMIT, APPROVE, RETRY, EXPORT, 'approval.task.export'],
      },
      'countryApproval',
    ),
    entry(
      {
        code: 'budget_country_approval_mobile',
        url: '/budgetCountry/mobile',
        sortIndex: 231,
        rights: [VIEW],
        hidden: true,
        buttons: [VIEW, SUBMIT, APPROVE, RETRY],
      },
      'countryApproval',
    ),
    entry(
      {
        code: 'budget_project_list',
        icon: 'table',
        url: '/budget/pc/project/list',
        sortIndex: 231,
        rights: [VIEW],
        routingCache: true,
        buttons: [VIEW, SUBMIT, EXPORT, TRANSFER.submit, CONTROL.submit],
      },
      'projectList',
    ),
    entry(
      {
        code: 'budget_transfer_list',
        icon: 'share',
        url: '/budget/pc/transfer/list',
        sortIndex: 232,
        rights: [TRANSFER.view],
        routingCache: true,
        buttons: [TRANSFER.view, TRANSFER.submit, TRANSFER.export],
      },
      'transferList',
    ),
    entry(
      {
        code: 'budget_transfer_apply',
        url: '/budget/pc/transfer/apply',
        routingCache: true,
        sortIndex: 233,
        rights: [TRANSFER.view, TRANSFER.submit],
        hidden: true,
        buttons: [...Object.values(TRANSFER), 'approval.task.export'],
      },
      'transferApply',
    ),
    entry(
      {
        code: 'budget_transfer_apply_mobile',
        url: '/budget/mobile/transfer/apply',
        sortIndex: 234,
        rights: [TRANSFER.view, TRANSFER.submit],
        hidden: true,
        buttons: [TRANSFER.view, TRANSFER.submit, TRANSFER.approve, TRANSFER.retry],
      },
      'transferApply',
    ),
    entry(
      {
        code: 'budget_pool_list',
        icon: 'wallet',
        url: '/budget/pc/pool/list',
        sortIndex: 235,
        rights: [POOL.view],
        routingCache: true,
        buttons: [POOL.view, POOL.submit, POOL.export],
      },
      'poolList',
    ),
    entry(
      {
        code: 'budget_pool_apply',
        url: '/budget/pc/pool/apply',
        routingCache: true,
        sortIndex: 236,
        rights: [POOL.view, POOL.submit],
        hidden: true,
        buttons: [...Object.values(POOL), 'approval.task.export'],
      },
      'poolApply',
    ),
    entry(
      {
        code: 'budget_pool_apply_mobile',
        url: '/budget/mobile/pool/apply',
        sortIndex: 237,
        rights: [POOL.view, POOL.submit],
        hidden: true,
        buttons: [POOL.view, POOL.submit, POOL.approve, POOL.retry],
      },
      'poolApply',
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
    ...controlMenu,
    ...insightMenu,
    ...records.menu,
  ],
  rights: {
    [VIEW]: rights.countryView,
    [SUBMIT]: rights.countrySubmit,
    [EXPORT]: rights.countryExport,
    [RETRY]: rights.countryRetry,
    [RESERVES_RETRY]: rights.reserveRetry,
    [RESERVES]: rights.reserveView,
    [APPROVE]: rights.countryApprove,
    [TRANSFER.view]: rights.transferView,
    [TRANSFER.submit]: rights.transferSubmit,
    [TRANSFER.export]: rights.transferExport,
    [TRANSFER.retry]: rights.transferRetry,
    [TRANSFER.approve]: rights.transferApprove,
    ...insightRights,
    [POOL.view]: rights.poolView,
    [POOL.submit]: rights.poolSubmit,
    [POOL.export]: rights.poolExport,
    [POOL.retry]: rights.poolRetry,
    [POOL.approve]: rights.poolApprove,
    [YEAR_END.view]: rights.yearEndView,
    [YEAR_END.submit]: rights.yearEndSubmit,
    [YEAR_END.approve]: rights.yearEndApprove,
    [YEAR_END.export]: rights.yearEndExport,
    [PERIOD.view]: rights.periodView,
    [PERIOD.move]: rights.periodMove,
    [PERIOD.reopen]: rights.periodReopen,
    ...controlRights,
    ...records.rights,
  },
}
