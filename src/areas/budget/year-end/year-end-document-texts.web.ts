import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'

// Loaded with the year-end pages, not with the area: importing this waits for them.
await loadDocumentTexts('budget', {
  en: async () => ({ budgetYearEnd: (await import('./year-end.en.ts')).budgetYearEnd }),
  zh: async () => ({ budgetYearEnd: (await import('./year-end.zh.ts')).budgetYearEnd }),
})
