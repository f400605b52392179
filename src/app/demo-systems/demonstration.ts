import type { FastifyInstance } from 'fastify'
import type { Config } from '#kernel/base/config/config.ts'
import type { Runtime } from '#kernel/platform/http/route.ts'
import { registerDemoSystems } from '#areas/integration/demo/demo-system.ts'
import { builtInProvider } from '../demo-provider/built-in-provider.ts'
import { demoChatTemplate, registerDemoChat } from './demo-chat.ts'
import { registerDemoFinance } from './demo-finance.ts'

/** Stand-ins for other systems: the identity provider where no other is configured, and in a demonstration chat, finance and others. */
export interface Demonstration {
  /** Secret of the product as the built-in provider's client. */
  readonly clientSecret: string | undefined
  /** Address template for sharing a link in a chat; null where there is none. */
  readonly chatShareUrl: string | null
  readonly register: (app: FastifyInstance) => Promise<void>
}

export async function demonstrationOf(config: Config, runtime: Runtime): Promise<Demonstration> {
  const { publicUrl, chatShareUrl, demo } = config
  const provider = await builtInProvider(config, runtime)
  // A demonstration has no chat: a page of our own shows what one would receive.
  const hasChat = chatShareUrl === null && demo.load
  return {
    clientSecret: provider?.clientSecret,
    chatShareUrl: hasChat ? demoChatTemplate(publicUrl) : chatShareUrl,
    async register(app) {
      if (demo.load) await app.register(async (scope) => registerDemoSystems(scope, runtime.now))
      if (hasChat) registerDemoChat(app, publicUrl)
      if (demo.load) await app.register(async (scope) => registerDemoFinance(scope))
      await provider?.register(app)
    },
  }
}
