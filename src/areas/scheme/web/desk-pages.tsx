import type { PageSpec } from '#kernel/console/pages.ts'

interface At {
  readonly path: string
}

const find = async (path: string) => (await import('./documents.ts')).documentAt(path)

/** The list of a document. */
export function listOf({ path }: At): PageSpec {
  return {
    path,
    load: async () => {
      const [{ SchemeDocumentList }, document] = await Promise.all([import('./SchemeDocumentList.tsx'), find(path)])
      return { default: () => <SchemeDocumentList document={document} /> }
    },
  }
}

/** One address both writes and shows a document (spec section 2). */
export function documentOf({ path }: At): PageSpec {
  return {
    path,
    parent: `${path.replace(/\/pc$/, '')}/list`,
    load: async () => {
      const [{ DocumentForm }, { form }, { schemeText }] = await Promise.all([
        import('#kernel/console/form/DocumentForm.tsx'),
        find(path),
        import('./scheme-texts.ts'),
      ])
      const spec = { ...form, tabTitle: (name: string) => schemeText('page.freshOne', { name }) }
      return { default: () => <DocumentForm spec={spec} /> }
    },
    document: async () => {
      const [{ DocumentPage }, { page, sections }] = await Promise.all([
        import('#kernel/console/document/DocumentPage.tsx'),
        find(path),
      ])
      return { default: () => <DocumentPage spec={page} {...(sections ? { sections } : {})} /> }
    },
  }
}
