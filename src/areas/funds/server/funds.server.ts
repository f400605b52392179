import type { AreaServer } from '#kernel/area/area-server.ts'
import { fundsDetailRoutes } from './funds-detail.routes.ts'
import { fundsExports, fundsListRoutes } from './funds-list.routes.ts'
import { rebateExpiryWork } from './rebate-expiry.work.ts'
import { rows } from './funds.rows.ts'

export const server: AreaServer = {
  routes: [...fundsListRoutes, ...fundsDetailRoutes],
  documents: [],
  rows,
  exports: fundsExports,
  work: [rebateExpiryWork],
}
