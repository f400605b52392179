import type { LoadedDocumentWeb } from '#kernel/web/console/document/document-web.ts'
import type { SchemeSegment } from './scheme-routes.ts'

/** Page settings of one scheme document. */
export interface SchemeDocumentWeb extends LoadedDocumentWeb {
  readonly route: SchemeSegment
  /** Another page that creates many of them. */
  readonly many?: { readonly address: string; readonly label: () => string }
}
