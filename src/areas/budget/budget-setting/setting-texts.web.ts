import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'

// Loaded on demand, with the document's pages and the list of budgets.
await loadDocumentTexts('budget', {
  en: async () => ({ budgetSetting: (await import('./setting.en.ts')).budgetSetting }),
  zh: async () => ({ budgetSetting: (await import('./setting.zh.ts')).budgetSetting }),
})
