import type { PageSpec } from '#kernel/console/pages.ts'

const find = async (path: string) => (await import('./documents.ts')).documentAt(path)

/** The page of a document on a phone: written and shown at one address. */
export function phoneOf({ path }: { readonly path: string }): PageSpec {
  return {
    path,
    load: async () => {
      const [{ PhoneForm }, { form }] = await Promise.all([import('#kernel/console/phone/PhoneForm.tsx'), find(path)])
      return { default: () => <PhoneForm spec={form} /> }
    },
    document: async () => {
      const [{ PhonePage }, { page, sections }] = await Promise.all([
        import('#kernel/console/phone/PhonePage.tsx'),
        find(path),
      ])
      return { default: () => <PhonePage spec={page} {...(sections ? { sections } : {})} /> }
    },
  }
}
