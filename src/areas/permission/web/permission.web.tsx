import { definePages } from '#kernel/console/pages.ts'

/** Pages on which it is said who may do what. */
export const pages = definePages('permission', [
  { path: '/system/roles', load: async () => ({ default: (await import('./RolesPage.tsx')).RolesPage }) },
  {
    path: '/system/roles/edit',
    load: async () => ({ default: (await import('./RolePage.tsx')).RolePage }),
    parent: '/system/roles',
  },
  { path: '/system/permissions', load: async () => ({ default: (await import('./MatrixPage.tsx')).MatrixPage }) },
  { path: '/system/access', load: async () => ({ default: (await import('./AccessPage.tsx')).AccessPage }) },
  {
    path: '/system/access/edit',
    load: async () => ({ default: (await import('./PersonPage.tsx')).PersonPage }),
    parent: '/system/access',
  },
  { path: '/system/requests', load: async () => ({ default: (await import('./RequestsPage.tsx')).RequestsPage }) },
  {
    path: '/system/duties',
    load: async () => ({ default: (await import('./SegregationRulesPage.tsx')).SegregationRulesPage }),
  },
  { path: '/system/menus', load: async () => ({ default: (await import('./MenusPage.tsx')).MenusPage }) },
  { path: '/system/why', load: async () => ({ default: (await import('./WhyPage.tsx')).WhyPage }) },
])
