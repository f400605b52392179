import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { dictionaryRoutes } from './dictionaries/dictionary.routes.ts'
import { parameterRoutes } from './parameters/parameter.routes.ts'
import { translationRoutes } from './translations/translation.routes.ts'

export const server: AreaServer = {
  routes: [...parameterRoutes, ...dictionaryRoutes, ...translationRoutes],
  documents: [],
  exports: [],
}
