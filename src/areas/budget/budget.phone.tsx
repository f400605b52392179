import { definePages } from '#kernel/web/console/pages.ts'
import { recordPhonePages } from '#kernel/web/console/record/record-phone-pages.ts'

/** Phone pages of the area. */
export const pages = definePages('budget', [
  { path: '/budgetCountry/mobile', load: () => import('./country-budget/CountryBudgetApprovalPhonePage.tsx') },
  {
    path: '/budget/mobile/transfer/apply',
    load: () => import('./transfer/TransferApplyPhonePage.tsx'),
    document: () => import('./transfer/TransferApprovalPhonePage.tsx'),
  },
  {
    path: '/budget/mobile/year-end/apply',
    load: () => import('./year-end/YearEndApplyPhonePage.tsx'),
    document: () => import('./year-end/YearEndApprovalPhonePage.tsx'),
  },
  { path: '/budget/mobile/overview', load: () => import('./overview/OverviewPhonePage.tsx') },
  {
    path: '/budget/mobile/setting/apply',
    load: () => import('./budget-setting/SettingApplyPhonePage.tsx'),
    document: () => import('./budget-setting/SettingApprovalPhonePage.tsx'),
  },
  { path: '/budget/mobile/country/apply', load: () => import('./country-budget/CountryBudgetApplyPhonePage.tsx') },
  {
    path: '/budget/mobile/pool/apply',
    load: () => import('./pool/PoolApplyPhonePage.tsx'),
    document: () => import('./pool/PoolApprovalPhonePage.tsx'),
  },
  ...recordPhonePages(
    'budget',
    ['project', 'channel', 'department', 'business'].map((name) => `/budget/mobile/master/${name}`),
    () => import('./records/budget-records.ts'),
  ),
])
