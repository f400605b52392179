import type { ComponentType } from 'react'
import type { FormSpec } from '#kernel/console/form/form-spec.ts'
import type { DocumentDetail } from '#kernel/console/client/document-api.ts'
import type { PageSpec } from '#kernel/console/document/page-spec.ts'
import type { SchemeRoute } from '../scheme-document.ts'

/** What the pages of one document of schemes are made of, for desktop and phone: its form, how it is read, and what is its own. */
export interface SchemeDocumentWeb {
  readonly route: SchemeRoute
  readonly form: FormSpec
  readonly page: PageSpec
  /** Another page that makes many of them. */
  readonly many?: { readonly address: string; readonly label: () => string }
  readonly sections?: readonly ComponentType<{ readonly detail: DocumentDetail }>[]
}
