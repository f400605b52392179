import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'

// Loaded on demand, with the document's pages and the list of budgets.
await loadDocumentTexts('budget', {
  en: async () => (await import('virtual:document-texts/budgetSetting.en')).texts,
  zh: async () => (await import('virtual:document-texts/budgetSetting.zh')).texts,
})
