import type { FastifyInstance } from 'fastify'
import type { Config } from '#kernel/base/config/config.ts'
import type { AreaManifest, MenuEntry } from '#kernel/platform/access/area.ts'
import type { Route, Runtime } from '#kernel/platform/http/route.ts'
import { identityClient } from './identity-client.ts'
import { linkRoutes } from './link.routes.ts'
import { registerPermissions } from '#kernel/platform/access/known-permissions.ts'
import { permissionRoutes } from './permission.routes.ts'
import { permissionSource } from '#kernel/platform/access/permission.ts'
import { sessionListRoutes } from './session-list.routes.ts'
import { sessionRoutes } from './session.routes.ts'
import { registerSignIn } from './sign-in.ts'
import { userRoutes } from './user.routes.ts'
import { viewAsRoutes } from './view-as.routes.ts'

export interface AccessServer {
  readonly routes: readonly Route[]
  /** The sign-in pages: addresses that a browser visits, not calls with an envelope. */
  register(app: FastifyInstance): Promise<void>
}

export interface AccessServerOptions {
  readonly config: Config
  readonly runtime: Runtime
  readonly menu: readonly MenuEntry[]
  readonly areas: readonly AreaManifest[]
  /** Secret of the built-in provider, where that is used. */
  readonly clientSecret?: string | undefined
  /** Address template for sharing a link in a chat; null where there is none. */
  readonly chatShareUrl: string | null
}

/** All sign-in, session and permission routes of a server. */
export async function accessServer(options: AccessServerOptions): Promise<AccessServer> {
  const { config, runtime } = options
  const { pool, now } = runtime
  const { publicUrl, oidc } = config
  const client = identityClient({ ...oidc, clientSecret: options.clientSecret ?? oidc.clientSecret, publicUrl })
  const source = permissionSource(options.menu, options.areas)
  registerPermissions(source)
  return {
    routes: [
      ...sessionRoutes({ client, lifetimeMinutes: () => config.session.lifetimeMinutes }),
      ...permissionRoutes({ source }),
      ...linkRoutes({ source, publicUrl, chatShareUrl: options.chatShareUrl }),
      ...sessionListRoutes,
      ...viewAsRoutes,
      ...userRoutes,
    ],
    async register(app) {
      await app.register(async (scope) => registerSignIn(scope, { pool, now, client, publicUrl }))
    },
  }
}
