import { listPage } from '#kernel/web/console/list/read-list/list-page.tsx'
import { definePages } from '#kernel/web/console/pages.ts'

/** Desktop pages of the auditing area. */
export const pages = definePages('auditing', [
  {
    path: '/system/audit',
    load: listPage(
      async () => (await import('./entries/audit.list.ts')).auditEntries,
      () => import('./auditing-texts.web.ts'),
    ),
  },
])
