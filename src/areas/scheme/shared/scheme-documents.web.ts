import type { DocumentWeb } from '#kernel/web/console/document/document-web.ts'
import { SCHEME_SEGMENTS, type SchemeSegment } from './scheme-routes.ts'

export function schemeDocument(route: SchemeSegment): DocumentWeb {
  return {
    desk: { write: `/scheme/${route}/pc`, list: `/scheme/${route}/list` },
    phone: `/scheme/${route}/mobile`,
    load: async () => (await import('./documents.web.ts')).documentAt(route),
  }
}

/** The documents of schemes, for desktop and phone. */
export const schemeDocuments: readonly DocumentWeb[] = SCHEME_SEGMENTS.map(schemeDocument)
