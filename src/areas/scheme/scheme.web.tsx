import { documentPages } from '#kernel/web/console/document/document-pages.tsx'
import { definePages } from '#kernel/web/console/pages.ts'
import { SCHEME_SEGMENTS, type SchemeSegment } from './shared/scheme-routes.ts'
import { schemeDocument, schemeDocuments } from './shared/scheme-documents.web.ts'

/** An application has a second address (spec section 2). */
const application = schemeDocument('application')

/** Desktop pages of schemes. */
export const pages = definePages('scheme', [
  { path: '/scheme/list', load: () => import('./life/SchemeListPage.tsx') },
  { path: '/scheme/detail', load: () => import('./life/SchemeDetailPage.tsx'), parent: '/scheme/list' },
  { path: '/scheme/withhold/run', load: () => import('./withhold-run/WithholdRunPage.tsx') },
  ...SCHEME_SEGMENTS.map((route) => ({ path: `/scheme/${route}/list`, load: () => listOf(route) })),
  ...documentPages([
    ...schemeDocuments,
    { ...application, desk: { ...application.desk, write: '/scheme/application' } },
  ]),
])

/** The list of all documents of one kind. */
async function listOf(route: SchemeSegment) {
  const [{ SchemeDocumentList }, document] = await Promise.all([
    import('./shared/SchemeDocumentList.tsx'),
    import('./shared/documents.web.ts').then(({ documentAt }) => documentAt(route)),
  ])
  return { default: () => <SchemeDocumentList document={document} /> }
}
