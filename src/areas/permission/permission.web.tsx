import { definePages } from '#kernel/web/console/pages.ts'

/** Pages on which it is said who may do what. */
export const pages = definePages('permission', [
  { path: '/system/roles', load: () => import('./roles/RolesPage.tsx') },
  {
    path: '/system/roles/edit',
    load: () => import('./roles/RolePage.tsx'),
    parent: '/system/roles',
  },
  { path: '/system/permissions', load: () => import('./roles/MatrixPage.tsx') },
  { path: '/system/access', load: () => import('./people/AccessPage.tsx') },
  {
    path: '/system/access/edit',
    load: () => import('./people/PersonPage.tsx'),
    parent: '/system/access',
  },
  {
    path: '/system/requests',
    load: () => import('./requests/RequestsPage.tsx'),
  },
  {
    path: '/system/duties',
    load: () => import('./duties/SegregationRulesPage.tsx'),
  },
  { path: '/system/menus', load: () => import('./menus/MenusPage.tsx') },
  { path: '/system/why', load: () => import('./why/WhyPage.tsx') },
])
