import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'

// Loaded with the year-end pages, not with the area: importing this waits for them.
await loadDocumentTexts('budget', {
  en: async () => (await import('virtual:document-texts/budgetYearEnd.en')).texts,
  zh: async () => (await import('virtual:document-texts/budgetYearEnd.zh')).texts,
})
