import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { records } from './records/organisation-records.ts'
import { organisationRules } from './records/organisation-rules.server.ts'
import { reportingRatesRoutes } from './budget-rates/reporting-rates.routes.ts'
import { organisationRoutes } from './selectors/organisation.routes.ts'
import { placeSubject, placesRules } from './selectors/reach.server.ts'
import { warZoneRoutes } from './war-zone/war-zone.routes.ts'

export const server: AreaServer = {
  routes: [...organisationRoutes, ...reportingRatesRoutes, ...warZoneRoutes],
  documents: [],
  exports: [],
  records,
  recordRules: [organisationRules, ...placesRules],
  news: [placeSubject],
}
