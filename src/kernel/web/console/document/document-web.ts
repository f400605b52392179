import type { ComponentType } from 'react'
import type { DocumentDetail } from '../client/document-api.ts'
import type { FormSpec } from '../form/form-spec.ts'
import type { DocumentPageSpec } from './page-spec.ts'

/**
 * Addresses and pages of one document type for desktop and phone; one address both edits and shows it (spec section 2).
 * The addresses are part of every first load; everything else is imported when such a page is opened.
 */
export interface DocumentWeb {
  readonly desk: { readonly write: string; readonly list: string }
  readonly phone: string
  readonly load: () => Promise<LoadedDocumentWeb>
}

export interface LoadedDocumentWeb {
  readonly form: FormSpec
  readonly page: DocumentPageSpec
  readonly sections?: readonly ComponentType<{ readonly detail: DocumentDetail }>[]
}
