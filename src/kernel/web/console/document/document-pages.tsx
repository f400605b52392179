import type { PageDeclaration } from '../pages.ts'
import type { DocumentWeb } from './document-web.ts'

/** The desktop pages of documents: one to write, one to decide and read. */
export function documentPages(documents: readonly DocumentWeb[]): readonly PageDeclaration[] {
  return documents.map(({ desk, load }) => ({
    path: desk.write,
    parent: desk.list,
    load: async () => {
      const [{ DocumentForm }, { form }] = await Promise.all([import('../form/DocumentForm.tsx'), load()])
      return { default: () => <DocumentForm spec={form} /> }
    },
    document: async () => {
      const [{ DocumentPage }, { page, sections }] = await Promise.all([import('./DocumentPage.tsx'), load()])
      return { default: () => <DocumentPage spec={page} {...(sections ? { sections } : {})} /> }
    },
  }))
}
