import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface PagesOptions {
  /** Folder of the built web page. */
  readonly folder: string
  /** Paths of the phone entry; every other page path gets the desktop one. */
  readonly phonePaths: readonly string[]
}

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

/** Set on the server once the built pages exist; without them it answers calls only. */
export const PAGES_READY = 'pagesReady'

/** The built web pages: hashed files are cached for good, the entries are revalidated each time. */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  if (!existsSync(join(options.folder, 'index.html'))) return
  app.decorate(PAGES_READY, true)
  await app.register(fastifyStatic, {
    root: join(options.folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_MS,
    schemaHide: true,
  })
  // Serves the entries and icons; `sendFile` below uses it too.
  await app.register(fastifyStatic, {
    root: options.folder,
    prefix: '/',
    wildcard: false,
    index: false,
    preCompressed: true,
    maxAge: HOUR_MS,
    decorateReply: false,
    schemaHide: true,
    globIgnore: ['assets/**', '*.html', '**/*.br', '**/*.gz'],
  })
}

/** The build name inside the built entry; empty where nothing is built. */
export function buildOf(folder: string): string {
  const entry = join(folder, 'index.html')
  if (!existsSync(entry)) return ''
  return /<meta name="build" content="([\w-]+)"/.exec(readFileSync(entry, 'utf8'))?.[1] ?? ''
}

/** Whether a browser requests a page, not a call or a missing file. */
export function isPageRequest(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = pathOf(request)
  if (/^\/(api|aps|gs|iot|oidc|docs|assets)(\/|$)/.test(path) || /\.\w{1,8}$/.test(path)) return false
  return (request.headers.accept ?? '').includes('text/html')
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, options: PagesOptions): FastifyReply {
  const isPhone = options.phonePaths.includes(pathOf(request).replace(/\/$/, ''))
  reply.header('cache-control', 'no-store')
  return reply.sendFile(isPhone ? 'phone.html' : 'index.html', options.folder, { cacheControl: false })
}

function pathOf(request: FastifyRequest): string {
  return request.url.split(/[?#]/, 1)[0] ?? '/'
}
