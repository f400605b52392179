import { definePages } from '#kernel/console/pages.ts'
import { recordPhonePages } from '#kernel/console/record/record-phone-pages.ts'
import { countryBudget } from '../country-budget.doc.ts'

/** Phone pages of the area. */
export const pages = definePages('budget', [
  { path: countryBudget.pages.mobile, load: () => import('./CountryBudgetApprovalPhonePage.tsx') },
  { path: '/budget/mobile/country/apply', load: () => import('./CountryBudgetApplyPhonePage.tsx') },
  ...recordPhonePages(
    ['/budget/mobile/master/project', '/budget/mobile/master/channel', '/budget/mobile/master/department'],
    () => import('../records/budget-records.ts'),
  ),
])
