import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'

// Loaded on demand by the document's pages, the list of schemes and a scheme's own page.
await loadDocumentTexts('scheme', {
  en: async () => (await import('virtual:document-texts/schemeApplication.en')).texts,
  zh: async () => (await import('virtual:document-texts/schemeApplication.zh')).texts,
})
