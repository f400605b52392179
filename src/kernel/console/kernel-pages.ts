import { definePages } from './pages.ts'

/** Pages that belong to no area. */
export const kernelPages = definePages(null, [
  { path: '/index', load: () => import('./shell/HomePage.tsx') },
  { path: '/tasks/pc', load: () => import('./approval/MyTasksPage.tsx') },
])
