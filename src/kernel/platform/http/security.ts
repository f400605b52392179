import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Calls answer data, which nothing may frame, sniff, run or keep. Fixed texts: they cost nothing a request. */
export const CALL_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

const HSTS_SECONDS = 31_536_000

/** What a page of ours has no use for, no script in it gets either. */
const PERMISSIONS =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), fullscreen=(self), geolocation=(self), gyroscope=(), ' +
  'magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()'

/** Of every call; encrypted once, a browser never asks without again. */
export function callHeaders(publicUrl: string): Readonly<Record<string, string>> {
  const transport = { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` }
  return {
    ...CALL_HEADERS,
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') ? transport : {}),
  }
}

/** The headers of everything that a browser shows. `pictures` is the one other origin that pages may show pictures of. */
export async function protectPages(scope: FastifyInstance, publicUrl: string, pictures: string | null): Promise<void> {
  const isSecure = publicUrl.startsWith('https:')
  await scope.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library writes its styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(pictures === null ? [] : [pictures])],
        // The paper of a document, fetched with the session and handed to the browser's own viewer to print.
        frameSrc: ['blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        scriptSrcAttr: ["'none'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isSecure ? { maxAge: HSTS_SECONDS, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
  })
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
  })
}
