import type { Route } from '#kernel/http/route.ts'
import type { ServerDocument } from './server-document.ts'

/** The server side of an area, found as `src/areas/<name>/server/<name>.server.ts`, export `server`. */
export interface AreaServer {
  readonly routes: readonly Route[]
  readonly documents: readonly ServerDocument[]
}
