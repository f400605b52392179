import type { AreaServer } from '#kernel/area/area-server.ts'
import { dictionaryRoutes } from './dictionary.routes.ts'
import { parameterRoutes } from './parameter.routes.ts'
import { translationRoutes } from './translation.routes.ts'

export const server: AreaServer = {
  routes: [...parameterRoutes, ...dictionaryRoutes, ...translationRoutes],
  documents: [],
  exports: [],
}
