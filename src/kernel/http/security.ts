import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Calls answer data, which nothing may frame, sniff, run or keep. Fixed texts: they cost nothing a request. */
export const CALL_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** Gives every answer `reply.helmet()`: the headers of what a browser shows. Calls do without it (above). */
export async function registerHelmet(app: FastifyInstance, publicUrl: string): Promise<void> {
  const isSecure = publicUrl.startsWith('https:')
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library writes its styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  })
}

/** Every answer of the scope gets them. */
export function protectPages(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    await reply.helmet()
  })
}
