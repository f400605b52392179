import { definePages } from '#kernel/console/pages.ts'

/** Pages on which the routes of approvals are administered. */
export const pages = definePages('approval-routes', [
  { path: '/approval/templates', load: () => import('./TemplateListPage.tsx') },
  { path: '/approval/templates/edit', load: () => import('./TemplateEditPage.tsx'), parent: '/approval/templates' },
  { path: '/approval/bands', load: () => import('./BandsPage.tsx') },
])
