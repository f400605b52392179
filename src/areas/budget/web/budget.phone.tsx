import { definePages } from '#kernel/console/pages.ts'
import { recordPhonePages } from '#kernel/console/record/record-phone-pages.ts'

/** Phone pages of the area. */
export const pages = definePages('budget', [
  { path: '/budgetCountry/mobile', load: () => import('./CountryBudgetApprovalPhonePage.tsx') },
  {
    path: '/budget/mobile/transfer/apply',
    load: () => import('./TransferApplyPhonePage.tsx'),
    document: () => import('./TransferApprovalPhonePage.tsx'),
  },
  {
    path: '/budget/mobile/year-end/apply',
    load: () => import('./YearEndApplyPhonePage.tsx'),
    document: () => import('./YearEndApprovalPhonePage.tsx'),
  },
  { path: '/budget/mobile/overview', load: () => import('./OverviewPhonePage.tsx') },
  {
    path: '/budget/mobile/setting/apply',
    load: () => import('./SettingApplyPhonePage.tsx'),
    document: () => import('./SettingApprovalPhonePage.tsx'),
  },
  { path: '/budget/mobile/country/apply', load: () => import('./CountryBudgetApplyPhonePage.tsx') },
  {
    path: '/budget/mobile/pool/apply',
    load: () => import('./PoolApplyPhonePage.tsx'),
    document: () => import('./PoolApprovalPhonePage.tsx'),
  },
  ...recordPhonePages(
    'budget',
    ['project', 'channel', 'department', 'business'].map((name) => `/budget/mobile/master/${name}`),
    () => import('../records/budget-records.ts'),
  ),
])
