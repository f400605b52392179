import { definePages } from '#kernel/console/pages.ts'

/** Pages on which administrators set what the running product goes by. */
export const pages = definePages('setting', [
  {
    path: '/system/parameters',
    load: async () => ({ default: (await import('./ParametersPage.tsx')).ParametersPage }),
  },
])
