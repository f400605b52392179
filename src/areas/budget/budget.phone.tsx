import { definePages } from '#kernel/web/console/pages.ts'
import { recordPhonePages } from '#kernel/web/console/record/record-phone-pages.ts'

/** Phone pages of the area, without those of documents. */
export const pages = definePages('budget', [
  { path: '/budget/mobile/overview', load: () => import('./overview/OverviewPhonePage.tsx') },
  ...recordPhonePages(
    'budget',
    ['project', 'channel', 'department', 'business'].map((name) => `/budget/mobile/master/${name}`),
    () => import('./records/budget-records.ts'),
  ),
])
