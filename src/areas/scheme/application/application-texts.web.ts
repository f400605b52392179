import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'

// The pages of the document, the list of schemes and a scheme's own page need them.
await loadDocumentTexts('scheme', {
  en: async () => ({ schemeApplication: (await import('./application.en.ts')).schemeApplication }),
  zh: async () => ({ schemeApplication: (await import('./application.zh.ts')).schemeApplication }),
})
