import type { FastifyInstance } from 'fastify'
import type { Config } from '#kernel/base/config/config.ts'
import type { Runtime } from '#kernel/platform/http/route.ts'
import { providerKeys } from './keys.ts'
import { createProvider } from './provider.ts'
import { registerProvider } from './provider-routes.ts'

export interface BuiltInProvider {
  /** Secret of the product as the provider's client. */
  readonly clientSecret: string
  /** Registers its pages, which a browser visits. */
  register(app: FastifyInstance): Promise<void>
}

/** The identity provider of a demonstration; null where another one is configured. */
export async function builtInProvider(config: Config, { pool, now }: Runtime): Promise<BuiltInProvider | null> {
  const { publicUrl, oidc, trustProxy } = config
  if (!oidc.builtIn) return null
  const keys = await providerKeys(pool)
  return {
    clientSecret: keys.clientSecret,
    async register(app) {
      await app.register(async (scope) => {
        const onFault = (error: Error) => scope.log.error({ err: error }, 'the built-in identity provider failed')
        const { issuer, clientId } = oidc
        const provider = createProvider({ pool, issuer, publicUrl, clientId, keys, trustProxy, onFault })
        registerProvider(scope, { provider, pool, now, demonstration: config.demo.load })
      })
    },
  }
}
