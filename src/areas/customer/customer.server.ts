import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { findRecords } from '#kernel/services/find/find-records.ts'
import { customer } from './records/customer.record.ts'
import { records } from './records/customer-records.ts'
import { ownRoute } from './own-company/own.routes.ts'
import { customerDuplicates } from './customer/duplicates.server.ts'

export const server: AreaServer = {
  find: [findRecords(customer, 'building')],
  routes: [ownRoute],
  documents: [],
  exports: [],
  records,
  recordRules: [customerDuplicates],
}
