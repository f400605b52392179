import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'

// Only who reads the audit needs them: they come with the page, in one language.
await loadPartTexts('auditingPage', {
  en: () => import('./locale/page.en.ts'),
  zh: () => import('./locale/page.zh.ts'),
})
