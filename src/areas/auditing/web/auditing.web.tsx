import { definePages } from '#kernel/console/pages.ts'

/** Desktop pages of the auditing area. */
export const pages = definePages('auditing', [
  { path: '/system/audit', load: async () => ({ default: (await import('./AuditPage.tsx')).AuditPage }) },
])
