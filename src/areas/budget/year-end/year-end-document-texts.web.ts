import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'

// They come with the pages of a year end, not with the area: who imports this waits for them.
await loadDocumentTexts('budget', {
  en: async () => ({ budgetYearEnd: (await import('./year-end.en.ts')).yearEnd }),
  zh: async () => ({ budgetYearEnd: (await import('./year-end.zh.ts')).yearEnd }),
})
