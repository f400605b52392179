import { definePages } from '#kernel/web/console/pages.ts'

/** The list of changes by approval; the pages that write and show one are those of every document. */
export const pages = definePages('change-request', [
  { path: '/master/pc/change/list', load: () => import('./record-change/ChangeListPage.tsx') },
])
