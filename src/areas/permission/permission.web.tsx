import { definePages } from '#kernel/web/console/pages.ts'

/** Pages on which it is said who may do what. */
export const pages = definePages('permission', [
  { path: '/system/roles', load: async () => ({ default: (await import('./roles/RolesPage.tsx')).RolesPage }) },
  {
    path: '/system/roles/edit',
    load: async () => ({ default: (await import('./roles/RolePage.tsx')).RolePage }),
    parent: '/system/roles',
  },
  { path: '/system/permissions', load: async () => ({ default: (await import('./roles/MatrixPage.tsx')).MatrixPage }) },
  { path: '/system/access', load: async () => ({ default: (await import('./people/AccessPage.tsx')).AccessPage }) },
  {
    path: '/system/access/edit',
    load: async () => ({ default: (await import('./people/PersonPage.tsx')).PersonPage }),
    parent: '/system/access',
  },
  {
    path: '/system/requests',
    load: async () => ({ default: (await import('./requests/RequestsPage.tsx')).RequestsPage }),
  },
  {
    path: '/system/duties',
    load: async () => ({ default: (await import('./duties/SegregationRulesPage.tsx')).SegregationRulesPage }),
  },
  { path: '/system/menus', load: async () => ({ default: (await import('./menus/MenusPage.tsx')).MenusPage }) },
  { path: '/system/why', load: async () => ({ default: (await import('./why/WhyPage.tsx')).WhyPage }) },
])
