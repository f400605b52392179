import { definePages } from '#kernel/web/console/pages.ts'

/** Pages on which administrators set what the running product goes by. */
export const pages = definePages('setting', [
  {
    path: '/system/parameters',
    load: () => import('./parameters/ParametersPage.tsx'),
  },
  {
    path: '/system/dictionaries',
    load: () => import('./dictionaries/DictionariesPage.tsx'),
  },
  {
    path: '/system/translations',
    load: () => import('./translations/TranslationsPage.tsx'),
  },
])
