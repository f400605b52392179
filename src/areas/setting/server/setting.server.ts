import type { AreaServer } from '#kernel/document/area-server.ts'
import { parameterRoutes } from './parameter.routes.ts'

export const server: AreaServer = {
  routes: [...parameterRoutes],
  documents: [],
  exports: [],
}
