import type { AreaServer } from '#kernel/area/area-server.ts'
import { records } from '../records/customer-records.ts'
import { ownRoute } from './own.routes.ts'
import { customerDuplicates } from './duplicates.ts'

export const server: AreaServer = {
  routes: [ownRoute],
  documents: [],
  exports: [],
  records,
  recordRules: [customerDuplicates],
}
