import type { PageSpec } from '#kernel/console/pages.ts'
import type { SchemeDocumentWeb } from './scheme-document-web.ts'

interface DocumentAt {
  readonly path: string
  readonly document: () => Promise<{ readonly document: SchemeDocumentWeb }>
}

/** The list of a document. */
export function listOf({ path, document }: DocumentAt): PageSpec {
  return {
    path,
    load: async () => {
      const [{ SchemeDocumentList }, found] = await Promise.all([import('./SchemeDocumentList.tsx'), document()])
      return { default: () => <SchemeDocumentList document={found.document} /> }
    },
  }
}

/** One address both writes and shows a document (spec section 2). */
export function documentOf({ path, document, parent }: DocumentAt & { readonly parent: string }): PageSpec {
  return {
    path,
    parent,
    load: async () => {
      const [{ DocumentForm }, found] = await Promise.all([import('#kernel/console/form/DocumentForm.tsx'), document()])
      return { default: () => <DocumentForm spec={found.document.form} /> }
    },
    document: async () => {
      const [{ DocumentPage }, found] = await Promise.all([
        import('#kernel/console/document/DocumentPage.tsx'),
        document(),
      ])
      const { page, sections } = found.document
      return { default: () => <DocumentPage spec={page} {...(sections ? { sections } : {})} /> }
    },
  }
}
