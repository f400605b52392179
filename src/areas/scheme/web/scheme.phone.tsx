import { definePages } from '#kernel/console/pages.ts'
import { documentPhonePages } from '#kernel/console/phone/document-phone-pages.tsx'
import { schemeDocuments } from './scheme-documents.ts'

/** Phone pages of schemes. */
export const pages = definePages('scheme', [
  { path: '/scheme/mobile/detail', load: () => import('./SchemeDetailPhonePage.tsx') },
  ...documentPhonePages(schemeDocuments),
])
