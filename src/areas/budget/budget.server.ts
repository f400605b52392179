import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { documentsOf } from '#kernel/services/area/area-documents.ts'
import { records } from './records/budget-records.ts'
import { budgetAccounts } from './shared/budget-accounts.server.ts'
import { budgetExports } from './shared/budget.exports.ts'
import { budgetFinder } from './budget-line/find-budgets.server.ts'
import { budgetLineRoutes } from './budget-line/budget-line.routes.ts'
import { countryBudgetFile, countryBudgetLinesImport } from './line-file/country-budget-lines.import.ts'
import { parseRoute } from '#kernel/services/line-file/line-file.routes.ts'
import { budgetTransferFile, budgetTransferLinesImport } from './transfer/budget-transfer-lines.import.ts'
import { linePdf } from './budget-line/line-pdf.server.ts'
import { explainRoutes } from './explain/explain.routes.ts'
import { poolList } from './pool/budget-pool.routes.ts'
import { projectBudgetList } from './project-budget/project-budget.routes.ts'
import { reserveBoard } from './reserve/reserve-board.server.ts'
import { masterRoutes } from './shared/master.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { selfCheckRoutes } from './self-check/self-check.routes.ts'
import { selfCheckSubject, selfCheckWork } from './self-check/self-check.work.ts'
import { closingWork } from './explain/turnover.server.ts'
import { yearPlanImport } from './year-plan/year-plan.import.ts'
import { periodRoutes } from './period/period.routes.ts'
import { budgetUseSubject, budgetUseWork } from './spending/budget-use.work.ts'
import { yearEndCockpitRoutes } from './year-end-cockpit/year-end-cockpit.routes.ts'
import { budgetDocuments } from './budget.documents.ts'
import { references, rows } from './budget.rows.ts'
import { budgetCards } from './home/budget-cards.server.ts'

const own = await documentsOf(budgetDocuments)
const board = reserveBoard(own.documents)

export const server: AreaServer = {
  find: [budgetFinder],
  home: budgetCards,
  routes: [
    ...own.routes,
    ...masterRoutes,
    ...budgetLineRoutes,
    ...explainRoutes,
    linePdf,
    ...selfCheckRoutes,
    ...overviewRoutes,
    parseRoute(countryBudgetFile),
    parseRoute(budgetTransferFile),
    ...projectBudgetList.routes,
    ...poolList.routes,
    ...board.routes,
    ...periodRoutes,
    ...yearEndCockpitRoutes,
  ],
  documents: own.documents,
  records,
  rows,
  references,
  exports: [...own.exports, ...budgetExports, ...projectBudgetList.exports, ...poolList.exports, ...board.exports],
  imports: [countryBudgetLinesImport, budgetTransferLinesImport, yearPlanImport],
  accounts: [budgetAccounts],
  news: [selfCheckSubject, budgetUseSubject],
  work: [closingWork, selfCheckWork, budgetUseWork],
}
