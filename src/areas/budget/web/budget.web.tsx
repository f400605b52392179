import { definePages } from '#kernel/console/pages.ts'

/** Desktop pages of the budget area. */
export const pages = definePages('budget', [
  { path: '/budget/pc/country/list', load: () => import('./CountryListPage.tsx') },
  { path: '/budget/pc/country/apply', load: () => import('./CountryApplyPage.tsx'), parent: '/budget/pc/country/list' },
  { path: '/budgetCountry/pc', load: () => import('./CountryApprovalPage.tsx'), parent: '/budget/pc/country/list' },
])
