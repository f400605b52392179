import { definePages } from '#kernel/web/console/pages.ts'

/** Desktop pages of the auditing area. */
export const pages = definePages('auditing', [
  { path: '/system/audit', load: async () => ({ default: (await import('./entries/AuditPage.tsx')).AuditPage }) },
])
