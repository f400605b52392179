import type { AreaServer } from '#kernel/area/area-server.ts'
import { records } from '../records/organisation-records.ts'
import { organisationRules } from './organisation-rules.ts'
import { organisationRoutes } from './organisation.routes.ts'
import { placeSubject, placesRules } from './reach.ts'
import { warZoneRoutes } from './war-zone.routes.ts'

export const server: AreaServer = {
  routes: [...organisationRoutes, ...warZoneRoutes],
  documents: [],
  exports: [],
  records,
  recordRules: [organisationRules, ...placesRules],
  news: [placeSubject],
}
