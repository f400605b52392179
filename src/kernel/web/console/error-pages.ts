import { definePages } from './pages.ts'
import { FaultPage, ForbiddenPage, MissingPage } from './shell/ErrorPages.tsx'

/** Part of the frame, because they are needed when nothing else can be loaded. */
export const errorPages = definePages(null, [
  { path: '/403', load: () => Promise.resolve({ default: ForbiddenPage }) },
  { path: '/404', load: () => Promise.resolve({ default: MissingPage }) },
  { path: '/500', load: () => Promise.resolve({ default: FaultPage }) },
])
