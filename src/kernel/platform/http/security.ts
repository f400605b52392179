import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Headers of calls: their answers are never framed, sniffed, run or cached. The texts are fixed, so they cost nothing per request. */
export const CALL_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

const HSTS_SECONDS = 31_536_000

/** Browser features that our pages do not use are denied to every script. */
const PERMISSIONS =
  'accelerometer=(), autoplay=(), camera=(self), display-capture=(), fullscreen=(self), geolocation=(self), gyroscope=(), ' +
  'magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()'

/** Headers of every call; with HTTPS the browser must keep using it. */
export function callHeaders(publicUrl: string): Readonly<Record<string, string>> {
  const transport = { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` }
  return {
    ...CALL_HEADERS,
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') ? transport : {}),
  }
}

/** Headers of everything that a browser shows. `pictures` is the one other origin that pages may load pictures from. */
export async function protectPages(scope: FastifyInstance, publicUrl: string, pictures: string | null): Promise<void> {
  const isSecure = publicUrl.startsWith('https:')
  await scope.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Barcodes before a camera are read by WebAssembly where the browser has no reader of its own.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        // The component library injects its styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(pictures === null ? [] : [pictures])],
        // A document's PDF is fetched with the session and shown by the browser's viewer as a blob.
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
