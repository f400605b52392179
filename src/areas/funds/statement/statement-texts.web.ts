import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import type { FundsStatementTexts } from './statement.en.ts'

// Loaded with the first statement that is asked for.
export const statementText = await loadPartTexts<FundsStatementTexts>('fundsStatement', {
  en: () => import('./statement.en.ts'),
  zh: () => import('./statement.zh.ts'),
})
