import { definePages } from '#kernel/web/console/pages.ts'
import { documentPhonePages } from '#kernel/web/console/phone/document-phone-pages.tsx'
import { schemeDocuments } from './shared/scheme-documents.web.ts'

/** Phone pages of schemes. */
export const pages = definePages('scheme', [
  { path: '/scheme/mobile/detail', load: () => import('./life/SchemeDetailPhonePage.tsx') },
  ...documentPhonePages(schemeDocuments),
])
