import { applyAddress, transferAddress } from './budget-addresses.ts'
import { pageLabel } from './budget-texts.ts'
import { definePages } from '#kernel/console/pages.ts'
import { recordPages } from '#kernel/console/record/record-pages.ts'

/** Desktop pages of the budget area. */
export const pages = definePages(
  'budget',
  [
    { path: '/budget/pc/country/list', load: () => import('./CountryListPage.tsx') },
    {
      path: '/budget/pc/country/apply',
      load: () => import('./CountryApplyPage.tsx'),
      parent: '/budget/pc/country/list',
    },
    { path: '/budget/pc/plan/import', load: () => import('./YearPlanPage.tsx') },
    { path: '/budget/pc/project/list', load: () => import('./ProjectListPage.tsx') },
    { path: '/budget/pc/overview', load: () => import('./OverviewPage.tsx') },
    { path: '/budget/pc/self-check', load: () => import('./SelfCheckPage.tsx') },
    { path: '/budget/pc/repair', load: () => import('./RepairPage.tsx') },
    { path: '/budget/pc/transfer/list', load: () => import('./TransferListPage.tsx') },
    {
      path: '/budget/pc/transfer/apply',
      load: () => import('./TransferApplyPage.tsx'),
      document: () => import('./TransferApprovalPage.tsx'),
      parent: '/budget/pc/transfer/list',
    },
    { path: '/budget/pc/pool/list', load: () => import('./PoolListPage.tsx') },
    {
      path: '/budget/pc/pool/apply',
      load: () => import('./PoolApplyPage.tsx'),
      document: () => import('./PoolApprovalPage.tsx'),
      parent: '/budget/pc/pool/list',
    },
    { path: '/budget/pc/year-end', load: () => import('./YearEndPage.tsx') },
    {
      path: '/budget/pc/year-end/apply',
      load: () => import('./YearEndApplyPage.tsx'),
      document: () => import('./YearEndApprovalPage.tsx'),
      parent: '/budget/pc/year-end',
    },
    { path: '/budget/pc/setting/list', load: () => import('./SettingListPage.tsx') },
    {
      path: '/budget/pc/setting/apply',
      load: () => import('./SettingApplyPage.tsx'),
      document: () => import('./SettingApprovalPage.tsx'),
      parent: '/budget/pc/setting/list',
    },
    { path: '/budgetCountry/pc', load: () => import('./CountryApprovalPage.tsx'), parent: '/budget/pc/country/list' },
    ...recordPages(
      'budget',
      ['project', 'channel', 'department', 'business'].map((name) => `/budget/pc/master/${name}`),
      () => import('../records/budget-records.ts'),
    ),
  ],
  {
    actions: [
      {
        key: 'newGrant',
        page: '/budget/pc/country/apply',
        icon: 'plus',
        label: () => pageLabel('newGrant'),
        address: () => applyAddress('grant', undefined),
      },
      {
        key: 'newRevoke',
        page: '/budget/pc/country/apply',
        icon: 'minus',
        label: () => pageLabel('newRevoke'),
        address: () => applyAddress('revoke', undefined),
      },
      {
        key: 'newCountryTransfer',
        page: '/budget/pc/transfer/apply',
        icon: 'share',
        label: () => pageLabel('newCountryTransfer'),
        address: () => transferAddress('country', undefined),
      },
      {
        key: 'newProjectTransfer',
        page: '/budget/pc/transfer/apply',
        icon: 'share',
        label: () => pageLabel('newProjectTransfer'),
        address: () => transferAddress('project', undefined),
      },
    ],
    homeCards: [
      {
        key: 'budgetUse',
        page: '/budget/pc/country/list',
        order: 30,
        load: async () => ({ default: (await import('./BudgetUseCard.tsx')).BudgetUseCard }),
      },
    ],
  },
)
