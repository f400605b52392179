import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { boardRoutes } from '#kernel/services/reserve-confirmation/board.routes.ts'
import { records } from './records/budget-records.ts'
import { budgetAccounts } from './shared/budget-accounts.server.ts'
import { budgetExports } from './shared/budget.exports.ts'
import { budgetLineRoutes } from './budget-line/budget-line.routes.ts'
import { countryBudgetFile, countryBudgetLinesImport } from './line-file/country-budget-lines.import.ts'
import { parseRoute } from './line-file/line-file.routes.ts'
import { budgetSettingDocument } from './budget-setting/budget-setting.document.ts'
import { budgetSettingRoutes } from './budget-setting/budget-setting.routes.ts'
import { countryBudgetDocument } from './country-budget/country-budget.plans.ts'
import { countryBudgetRoutes } from './country-budget/country-budget.routes.ts'
import { budgetTransferFile, budgetTransferLinesImport } from './transfer/budget-transfer-lines.import.ts'
import { budgetTransferDocument } from './transfer/budget-transfer.plans.ts'
import { budgetTransferRoutes } from './transfer/budget-transfer.routes.ts'
import { explainRoutes } from './explain/explain.routes.ts'
import { poolList } from './pool/budget-pool.routes.ts'
import { poolBudgetDocument } from './pool/pool-budget.plans.ts'
import { poolBudgetRoutes } from './pool/pool-budget.routes.ts'
import { projectBudgetList } from './project-budget/project-budget.routes.ts'
import { reserveBoard, reserveExport } from './reserve/reserve-board.server.ts'
import { masterRoutes } from './shared/master.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { selfCheckRoutes } from './self-check/self-check.routes.ts'
import { selfCheckSubject, selfCheckWork } from './self-check/self-check.work.ts'
import { closingWork } from './explain/turnover.server.ts'
import { yearPlanImport } from './year-plan/year-plan.import.ts'
import { periodRoutes } from './period/period.routes.ts'
import { budgetYearEndDocument } from './year-end/year-end.plans.ts'
import { budgetUseSubject, budgetUseWork } from './spending/budget-use.work.ts'
import { budgetYearEndRoutes } from './year-end/year-end.routes.ts'
import { yearEndCockpitRoutes } from './year-end-cockpit/year-end-cockpit.routes.ts'
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
    ...poolList.routes,
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
  exports: [...budgetExports, ...projectBudgetList.exports, ...poolList.exports, reserveExport],
  imports: [countryBudgetLinesImport, budgetTransferLinesImport, yearPlanImport],
  accounts: [budgetAccounts],
  news: [selfCheckSubject, budgetUseSubject],
  work: [closingWork, selfCheckWork, budgetUseWork],
}
