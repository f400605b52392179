import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { ExplainTexts } from './explain.en.ts'

// Loaded on demand, with the first explanation.
export const explainText = await loadPartTexts<ExplainTexts>('explain', {
  en: () => import('./explain.en.ts'),
  zh: () => import('./explain.zh.ts'),
})
