import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import { decisionPage } from '#kernel/web/console/document/decision-page.ts'
import { budgetTransfer } from './budget-transfer.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'

const t = areaTexts<BudgetTexts>('budget')

/** The page of a budget transfer, on desktop and phone. */
export const page = decisionPage(budgetTransfer, {
  about: (nameOf) => nameOf('pools', 'projectPoolCode'),
  texts: () => ({
    pendingTitle: t('page.pendingOnBudgets'),
    noPending: t('page.noPendingOnBudgets'),
    lineLabel: t('page.giverAvailable'),
  }),
  line: ({ lineNo }, { lines }) => ({ source: lines[lineNo - 1]?.['fromBudgetCode'] }),
})
