import type { LoadedDocumentWeb } from '#kernel/web/console/document/document-web.ts'
import type { SchemeSegment } from './scheme-routes.ts'

/** What the pages of one document of schemes are made of, and what is its own. */
export interface SchemeDocumentWeb extends LoadedDocumentWeb {
  readonly route: SchemeSegment
  /** Another page that makes many of them. */
  readonly many?: { readonly address: string; readonly label: () => string }
}
