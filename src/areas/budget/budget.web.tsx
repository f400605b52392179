import { definePages } from '#kernel/web/console/pages.ts'
import { recordPages } from '#kernel/web/console/record/record-pages.ts'

/** Desktop pages of the budget area, without those that write and show its documents. */
export const pages = definePages(
  'budget',
  [
    { path: '/budget/pc/country/list', load: () => import('./budget-line/CountryListPage.tsx') },
    {
      path: '/budget/pc/country/line',
      load: async () => ({ default: (await import('./budget-line/CountryListPage.tsx')).LinePage }),
      parent: '/budget/pc/country/list',
    },
    { path: '/budget/pc/plan/import', load: () => import('./year-plan/YearPlanPage.tsx') },
    { path: '/budget/pc/project/list', load: () => import('./project-budget/ProjectListPage.tsx') },
    { path: '/budget/pc/overview', load: () => import('./overview/OverviewPage.tsx') },
    { path: '/budget/pc/self-check', load: () => import('./self-check/SelfCheckPage.tsx') },
    { path: '/budget/pc/repair', load: () => import('./reserve/RepairPage.tsx') },
    { path: '/budget/pc/transfer/list', load: () => import('./transfer/TransferListPage.tsx') },
    { path: '/budget/pc/pool/list', load: () => import('./pool/PoolListPage.tsx') },
    { path: '/budget/pc/year-end', load: () => import('./year-end-cockpit/YearEndPage.tsx') },
    { path: '/budget/pc/setting/list', load: () => import('./budget-setting/SettingListPage.tsx') },
    ...recordPages(
      'budget',
      ['project', 'channel', 'department', 'business'].map((name) => `/budget/pc/master/${name}`),
      () => import('./records/budget-records.ts'),
    ),
  ],
  {
    homeCards: [
      {
        key: 'budgetUse',
        page: '/budget/pc/country/list',
        order: 30,
        load: async () => ({ default: (await import('./spending/BudgetUseCard.tsx')).BudgetUseCard }),
      },
    ],
  },
)
