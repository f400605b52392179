import { definePages } from '#kernel/web/console/pages.ts'

/** Pages on which administrators set what the running product goes by. */
export const pages = definePages('setting', [
  {
    path: '/system/parameters',
    load: async () => ({ default: (await import('./parameters/ParametersPage.tsx')).ParametersPage }),
  },
  {
    path: '/system/dictionaries',
    load: async () => ({ default: (await import('./dictionaries/DictionariesPage.tsx')).DictionariesPage }),
  },
  {
    path: '/system/translations',
    load: async () => ({ default: (await import('./translations/TranslationsPage.tsx')).TranslationsPage }),
  },
])
