import { useMemo } from 'react'
import { useSpendableBudgets } from '#areas/budget/web/budget-web.facade.ts'
import { loadDocumentTexts } from '#kernel/console/client/i18n.ts'
import { thisMonth } from '#kernel/console/form/options.ts'
import type { Values } from '#kernel/console/sheet/sheet-columns.ts'
import { schemeAdjust } from '../scheme-adjust.doc.ts'
import { childForm } from './scheme-child.form.ts'
import type { SchemeDocumentWeb } from './scheme-document-web.ts'
import type { SchemePart } from './scheme-options.ts'
import { schemePage } from './scheme-page.ts'

await loadDocumentTexts('scheme', {
  en: async () => ({ schemeAdjust: (await import('../locale/adjust.en.ts')).schemeAdjust }),
  zh: async () => ({ schemeAdjust: (await import('../locale/adjust.zh.ts')).schemeAdjust }),
})

const freeCommitted = ({ freeCommitted: free }: SchemePart) => free

/** Open budgets of this year, of either class: the server says which fit. */
function useBudgets({ idcCode = '' }: Values) {
  const budgets = useSpendableBudgets(idcCode, thisMonth().year, '')
  return useMemo(() => ({ lines: { newBudgetCode: budgets } }), [budgets])
}

/** Adjustments on their pages. */
export const document: SchemeDocumentWeb = {
  route: 'adjust',
  form: childForm(schemeAdjust, { free: freeCommitted, useMore: useBudgets }),
  page: schemePage(schemeAdjust),
}
