import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'

// Texts of withholds, for pages that show their fields without their form.
await loadDocumentTexts('scheme', {
  en: async () => ({ schemeWithhold: (await import('./withhold.en.ts')).schemeWithhold }),
  zh: async () => ({ schemeWithhold: (await import('./withhold.zh.ts')).schemeWithhold }),
})
