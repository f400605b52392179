import type { AreaServer } from '#kernel/area/area-server.ts'
import { boardRoutes } from '#kernel/reserve-confirmation/board.routes.ts'
import { records } from '../records/budget-records.ts'
import { budgetAccounts } from './budget-accounts.ts'
import { budgetExports } from './budget.exports.ts'
import { budgetLineRoutes } from './budget-line.routes.ts'
import { countryBudgetFile, countryBudgetLinesImport } from './country-budget-lines.import.ts'
import { parseRoute } from './line-file.routes.ts'
import { budgetSettingDocument } from './budget-setting.document.ts'
import { budgetSettingRoutes } from './budget-setting.routes.ts'
import { countryBudgetDocument } from './country-budget.plans.ts'
import { countryBudgetRoutes } from './country-budget.routes.ts'
import { budgetTransferFile, budgetTransferLinesImport } from './budget-transfer-lines.import.ts'
import { budgetTransferDocument } from './budget-transfer.plans.ts'
import { budgetTransferRoutes } from './budget-transfer.routes.ts'
import { explainRoutes } from './explain.routes.ts'
import { budgetPools } from './budget-pool.routes.ts'
import { poolBudgetDocument } from './pool-budget.plans.ts'
import { poolBudgetRoutes } from './pool-budget.routes.ts'
import { projectBudgetList } from './project-budget.routes.ts'
import { reserveBoard, reserveExport } from './reserve-board.ts'
import { masterRoutes } from './master.routes.ts'
import { overviewRoutes } from './overview.routes.ts'
import { selfCheckRoutes } from './self-check.routes.ts'
import { selfCheckSubject, selfCheckWork } from './self-check.work.ts'
import { closingWork } from './turnover.ts'
import { yearPlanImport } from './year-plan.import.ts'
import { periodRoutes } from './period.routes.ts'
import { budgetYearEndDocument } from './year-end.plans.ts'
import { budgetUseSubject, budgetUseWork } from './budget-use.work.ts'
import { budgetYearEndRoutes } from './year-end.routes.ts'
import { yearEndCockpitRoutes } from './year-end-cockpit.routes.ts'
import { references, rows } from './budget.rows.ts'

export const server: AreaServer = {
  routes: [
    ...masterRoutes,
    ...budgetLineRoutes,
    ...explainRoutes,
    ...selfCheckRoutes,
    ...overviewRoutes,
    ...countryBudgetRoutes,
    parseRoute(countryBudgetFile),
    parseRoute(budgetTransferFile),
    ...budgetTransferRoutes,
    ...budgetSettingRoutes,
    ...projectBudgetList.routes,
    ...poolBudgetRoutes,
    ...budgetPools.routes,
    ...boardRoutes(reserveBoard),
    ...periodRoutes,
    ...budgetYearEndRoutes,
    ...yearEndCockpitRoutes,
  ],
  documents: [
    countryBudgetDocument,
    budgetTransferDocument,
    poolBudgetDocument,
    budgetYearEndDocument,
    budgetSettingDocument,
  ],
  records,
  rows,
  references,
  exports: [...budgetExports, ...projectBudgetList.exports, ...budgetPools.exports, reserveExport],
  imports: [countryBudgetLinesImport, budgetTransferLinesImport, yearPlanImport],
  accounts: [budgetAccounts],
  news: [selfCheckSubject, budgetUseSubject],
  work: [closingWork, selfCheckWork, budgetUseWork],
}
