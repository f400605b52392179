import { decisionPage } from '#kernel/web/console/document/decision-page.ts'
import { levelLabel } from '../project-budget/level-texts.web.ts'
import { poolBudget } from './pool-budget.doc.ts'

/** The page of a pool budget application, on desktop and phone. */
export const page = decisionPage(poolBudget, {
  about: (nameOf) => nameOf('areas', 'areaId'),
  texts: () => ({
    pendingTitle: levelLabel('pendingOnPools'),
    noPending: levelLabel('noPendingOnPools'),
    lineLabel: levelLabel('poolAvailable'),
  }),
})
