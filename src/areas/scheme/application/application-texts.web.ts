import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'

// Loaded on demand by the document's pages, the list of schemes and a scheme's own page.
await loadDocumentTexts('scheme', {
  en: async () => ({ schemeApplication: (await import('./application.en.ts')).schemeApplication }),
  zh: async () => ({ schemeApplication: (await import('./application.zh.ts')).schemeApplication }),
})
