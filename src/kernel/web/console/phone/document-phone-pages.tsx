import type { DocumentWeb } from '../document/document-web.ts'
import type { PageDeclaration } from '../pages.ts'

/** The phone pages of documents: one to write, one to decide and read. */
export function documentPhonePages(documents: readonly DocumentWeb[]): readonly PageDeclaration[] {
  return documents.map(({ phone, load }) => ({
    path: phone,
    load: async () => {
      const [{ PhoneForm }, { form }] = await Promise.all([import('./form/PhoneForm.tsx'), load()])
      return { default: () => <PhoneForm spec={form} /> }
    },
    document: async () => {
      const [{ PhonePage }, { page, sections }] = await Promise.all([import('./document/PhonePage.tsx'), load()])
      return { default: () => <PhonePage spec={page} {...(sections ? { sections } : {})} /> }
    },
  }))
}
