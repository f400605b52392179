import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { records } from './records/organisation-records.ts'
import { organisationRules } from './records/organisation-rules.server.ts'
import { organisationRoutes } from './selectors/organisation.routes.ts'
import { placeSubject, placesRules } from './selectors/reach.server.ts'
import { warZoneRoutes } from './war-zone/war-zone.routes.ts'

export const server: AreaServer = {
  routes: [...organisationRoutes, ...warZoneRoutes],
  documents: [],
  exports: [],
  records,
  recordRules: [organisationRules, ...placesRules],
  news: [placeSubject],
}
