import { definePages } from '#kernel/web/console/pages.ts'

/** Phone pages of schemes, without those of documents. */
export const pages = definePages('scheme', [
  { path: '/scheme/mobile/detail', load: () => import('./life/SchemeDetailPhonePage.tsx') },
])
