import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'

// Only the pages of the document and the list of budgets need them.
await loadDocumentTexts('budget', {
  en: async () => ({ budgetSetting: (await import('./setting.en.ts')).setting }),
  zh: async () => ({ budgetSetting: (await import('./setting.zh.ts')).setting }),
})
