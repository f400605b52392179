import { definePages } from '#kernel/console/pages.ts'
import { recordPhonePages } from '#kernel/console/record/record-phone-pages.ts'
import { countryBudget } from '../country-budget.doc.ts'

/** Phone pages of the area. */
export const pages = definePages('budget', [
  { path: countryBudget.pages.mobile, load: () => import('./CountryBudgetApprovalPhonePage.tsx') },
  { path: '/budget/mobile/country/apply', load: () => import('./CountryBudgetApplyPhonePage.tsx') },
  ...recordPhonePages(
    'budget',
    ['project', 'channel', 'department', 'business'].map((name) => `/budget/mobile/master/${name}`),
    () => import('../records/budget-records.ts'),
  ),
])
