import type { FastifyInstance } from 'fastify'
import type { Config } from '#kernel/config/config.ts'
import type { AreaManifest, MenuEntry } from '#kernel/document/area.ts'
import type { Route, Runtime } from '#kernel/http/route.ts'
import { providerKeys } from './demo-provider/keys.ts'
import { createProvider } from './demo-provider/provider.ts'
import { registerProvider } from './demo-provider/provider-routes.ts'
import { identityClient } from './identity-client.ts'
import { registerDemoFinance } from '#kernel/effects/demo-finance.ts'
import { demoChatTemplate, registerDemoChat } from './demo-chat.ts'
import { linkRoutes } from './link.routes.ts'
import { registerPermissions } from './known-permissions.ts'
import { permissionRoutes } from './permission.routes.ts'
import { permissionSource } from './permission.ts'
import { sessionListRoutes } from './session-list.routes.ts'
import { sessionRoutes } from './session.routes.ts'
import { registerSignIn } from './sign-in.ts'
import { userRoutes } from './user.routes.ts'
import { viewAsRoutes } from './view-as.routes.ts'

export interface AccessServer {
  readonly routes: readonly Route[]
  /** Sign-in itself and the built-in provider: addresses that a browser visits, not calls with an envelope. */
  register(app: FastifyInstance): Promise<void>
}

export interface AccessServerOptions {
  readonly config: Config
  readonly runtime: Runtime
  readonly menu: readonly MenuEntry[]
  readonly areas: readonly AreaManifest[]
}

/** Everything of sign-in, session and permission that a server offers. */
export async function accessServer(options: AccessServerOptions): Promise<AccessServer> {
  const { config, runtime } = options
  const { pool, now } = runtime
  const { publicUrl, oidc } = config
  // A demonstration has no chat: a page of our own shows what one would be handed.
  const hasDemoChat = config.chatShareUrl === null && config.demo.load
  const chatShareUrl = hasDemoChat ? demoChatTemplate(publicUrl) : config.chatShareUrl
  const keys = oidc.builtIn ? await providerKeys(pool) : null
  const client = identityClient({ ...oidc, clientSecret: keys?.clientSecret ?? oidc.clientSecret, publicUrl })
  const source = permissionSource(options.menu, options.areas)
  registerPermissions(source)
  return {
    routes: [
      ...sessionRoutes({ client, lifetimeMinutes: () => config.session.lifetimeMinutes }),
      ...permissionRoutes({ source }),
      ...linkRoutes({ source, publicUrl, chatShareUrl }),
      ...sessionListRoutes,
      ...viewAsRoutes,
      ...userRoutes,
    ],
    async register(app) {
      if (hasDemoChat) registerDemoChat(app, publicUrl)
      if (config.demo.load) await app.register(async (scope) => registerDemoFinance(scope))
      await app.register(async (scope) => registerSignIn(scope, { pool, now, client, publicUrl }))
      if (!keys) return
      await app.register(async (scope) => {
        const onFault = (error: Error) => scope.log.error({ err: error }, 'the built-in identity provider failed')
        const { issuer, clientId } = oidc
        const provider = createProvider({
          pool,
          issuer,
          publicUrl,
          clientId,
          keys,
          trustProxy: config.trustProxy,
          onFault,
        })
        registerProvider(scope, { provider, pool, now, demonstration: config.demo.load })
      })
    },
  }
}
