import { definePages } from '#kernel/web/console/pages.ts'

/** Pages for administering the routes of approvals. */
export const pages = definePages('approval-routes', [
  { path: '/approval/templates', load: () => import('./templates/TemplateListPage.tsx') },
  {
    path: '/approval/templates/edit',
    load: () => import('./templates/TemplateEditPage.tsx'),
    parent: '/approval/templates',
  },
  { path: '/approval/bands', load: () => import('./bands/BandsPage.tsx') },
])
