import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { records } from './records/customer-records.ts'
import { ownRoute } from './own-company/own.routes.ts'
import { customerDuplicates } from './customer/duplicates.server.ts'

export const server: AreaServer = {
  routes: [ownRoute],
  documents: [],
  exports: [],
  records,
  recordRules: [customerDuplicates],
}
