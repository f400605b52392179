import { definePages } from '#kernel/web/console/pages.ts'
import { recordPages, recordViewPages } from '#kernel/web/console/record/record-pages.ts'

/** Desktop pages of the account area. */
export const pages = definePages('account', [
  ...recordPages('account', ['/system/accounts'], () => import('./records/account-records.ts'), {
    user: async () => ({ default: (await import('./leaving/Leaving.tsx')).Leaving }),
  }),
  ...recordViewPages('account', ['/system/app-accounts'], () => import('./records/account-views.ts')),
  {
    path: '/system/sessions',
    load: () => import('./sessions/SessionsPage.tsx'),
  },
  {
    path: '/account/sessions',
    load: () => import('./sessions/OwnSessionsPage.tsx'),
  },
])
