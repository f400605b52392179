import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { fundsDetailRoutes } from './account/funds-detail.routes.ts'
import { fundsExports, fundsListRoutes } from './lists/funds-list.routes.ts'
import { invoiceFinder } from './invoice/find-invoices.server.ts'
import { rebateExpiryWork } from './rebate/rebate-expiry.work.ts'
import { statementExport, statementPdf } from './statement/statement.routes.ts'
import { rows } from './funds.rows.ts'
import { fundsCards } from './home/funds-cards.server.ts'

export const server: AreaServer = {
  home: fundsCards,
  find: [invoiceFinder],
  routes: [...fundsListRoutes, ...fundsDetailRoutes, statementPdf],
  documents: [],
  rows,
  exports: [...fundsExports, statementExport],
  work: [rebateExpiryWork],
}
