import type { PageSpec } from '#kernel/console/pages.ts'
import type { SchemeDocumentWeb } from './scheme-document-web.ts'

interface DocumentAt {
  readonly path: string
  readonly document: () => Promise<{ readonly document: SchemeDocumentWeb }>
}

/** The page of a document on a phone: written and shown at one address. */
export function phoneOf({ path, document }: DocumentAt): PageSpec {
  return {
    path,
    load: async () => {
      const [{ PhoneForm }, found] = await Promise.all([import('#kernel/console/phone/PhoneForm.tsx'), document()])
      return { default: () => <PhoneForm spec={found.document.form} /> }
    },
    document: async () => {
      const [{ PhonePage }, found] = await Promise.all([import('#kernel/console/phone/PhonePage.tsx'), document()])
      const { page, sections } = found.document
      return { default: () => <PhonePage spec={page} {...(sections ? { sections } : {})} /> }
    },
  }
}
