import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { documentExport } from '#kernel/services/downloads/document-export.ts'
import { recordChange } from './record-change/record-change.doc.ts'
import { recordChangeDocument } from './record-change/record-change.document.ts'
import { recordChangeRoutes } from './record-change/record-change.routes.ts'

export const server: AreaServer = {
  routes: recordChangeRoutes,
  documents: [recordChangeDocument],
  exports: [documentExport(recordChange)],
}
