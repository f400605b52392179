import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { randomBytes } from 'node:crypto'
import { callbackify } from 'node:util'
import type { TSchema } from 'typebox'
import { addressKey, type RequestMeter } from '#kernel/platform/access/request-meter.ts'
import { auditNotes } from '#kernel/platform/audit/notes.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { PUBLIC_BOUND } from './body/body-bound.ts'
import { type Failure, failureOf } from './failure.ts'
import { openApi, registerDocs } from './docs.ts'
import { registerHealth } from './health.ts'
import { noteReads, noteRefusal } from './audit-refusals.ts'
import { acceptJson } from './body/json-body.ts'
import { buildOf, isPageRequest, PAGES_READY, type PagesOptions, registerPages, sendPage } from './pages.ts'
import { registerRoute, requestLanguage, type RouteServices } from './register-route.ts'
import { readRestOfBodies } from './body/rest-of-body.ts'
import { checkRights } from './right-check.ts'
import type { Route } from './route.ts'
import { callHeaders, protectPages } from './security.ts'
import { serializerOf } from './serializer.ts'
import { REQUEST_SECONDS, UPLOAD_SECONDS } from './time-limit.ts'
import { validatorOf } from './validation.ts'

export interface ServerOptions extends RouteServices {
  readonly routes: readonly Route[]
  /** Every right that some manifest declares. */
  readonly rights: ReadonlySet<string>
  readonly pages: PagesOptions
  /** Origin of an external identity provider, to which the browser is redirected. */
  readonly publicUrl: string
  /** Origin of map tiles, where configured. */
  readonly pictureOrigin?: string | null
  readonly trustProxy: boolean
  readonly logLevel: string
  /** Routes without the envelope: sign-in and the built-in provider. */
  readonly raw: (app: FastifyInstance) => void | Promise<void>
}

const NO_LIMIT_HEADERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

const IDLE_SECONDS = 180

export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  checkRights(options.routes, options.rights)
  const app = Fastify({
    logger: { level: options.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    // Requests are logged only when configured: at full load the log would cost more than the calls.
    logController: new LogController({ disableRequestLogging: !['trace', 'debug', 'info'].includes(options.logLevel) }),
    trustProxy: options.trustProxy,
    // For unknown addresses; each route has its own bound.
    bodyLimit: PUBLIC_BOUND.bytes,
    // Time-out for receiving a request, the longest upload; each route then has its own (time-limit.ts).
    requestTimeout: UPLOAD_SECONDS * 1000,
    // Idle time-out of a connection: a reader this slow is gone. Live streams send heartbeats.
    connectionTimeout: IDLE_SECONDS * 1000,
    genReqId: requestIds(),
    // A malformed address matches no route, so none of the hooks below runs for it.
    frameworkErrors: (error, request, reply) => {
      const headers = { ...callHeaders(options.publicUrl), 'x-request-id': request.id }
      void sendFailure(reply.headers(headers), failureSafely(error, request))
    },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  app.server.headersTimeout = REQUEST_SECONDS * 1000
  app.decorateRequest('session', null)
  app.decorateRequest('late', null)
  app.decorateRequest('upload', null)
  app.decorateRequest('incoming', null)
  app.decorateRequest('bodyText', null)
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => validatorOf(schema, httpPart))
  readRestOfBodies(app)
  app.setSerializerCompiler(({ schema }) => serializerOf(schema))
  acceptJson(app)
  const notes = auditNotes(options.runtime.pool, (error) =>
    app.log.error({ err: error }, 'the audit could not be written'),
  )
  app.addHook('onClose', () => notes.close())
  noteReads(app, notes, options.routes, options.runtime.now)
  failWithEnvelope(app, (request, failure) => noteRefusal(notes, request, failure, options.runtime.now()))
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await app.register(cookie)
  await app.register(swagger, openApi())
  await app.register(async (scope) => {
    const headers = callHeaders(options.publicUrl)
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
    registerHealth(scope, options.runtime.pool)
  })
  await app.register((scope) => registerCalls(scope, options))
  await app.register(async (scope) => {
    await protectPages(scope, options.publicUrl, options.pictureOrigin ?? null)
    await registerPages(scope, options.pages)
    answerUnknown(scope, options)
    registerDocs(scope)
    await options.raw(scope)
  })
  return app
}

/** A refusal without a text is a fault like any other, not an answer of the library's own format. */
function failureSafely(error: unknown, request: FastifyRequest): Failure {
  const language = requestLanguage(request)
  const reader = { language, zone: request.session?.principal(language).timezone }
  try {
    return failureOf(error, reader, request.id)
  } catch (fault) {
    request.log.error({ err: fault }, 'a refusal could not be put into words')
    return failureOf(fault, reader, request.id)
  }
}

function failWithEnvelope(app: FastifyInstance, note: (request: FastifyRequest, failure: Failure) => void): void {
  app.setErrorHandler(async (error, request, reply) => {
    const failure = failureSafely(error, request)
    note(request, failure)
    if (failure.isFault) request.log.error({ err: error, url: request.url }, 'request failed')
    return sendFailure(reply, failure)
  })
}

function sendFailure(reply: FastifyReply, { status, envelope }: Failure): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(envelope)
}

/** A page for browsers, else the envelope: 405 where only the method is wrong. */
function answerUnknown(app: FastifyInstance, options: ServerOptions): void {
  app.setNotFoundHandler(async (request, reply) => {
    if (app.hasDecorator(PAGES_READY) && isPageRequest(request)) return sendPage(request, reply, options.pages)
    const allowed = methodsOf(options.routes, request.url)
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    throw new Refused(allowed.length > 0 ? httpErrors.methodNotAllowed() : httpErrors.notFound())
  })
}

/** The methods of the routes with this path. Only called for addresses that matched no route. */
function methodsOf(routes: readonly Route[], url: string): readonly string[] {
  const parts = pathParts(url)
  const found = routes.filter((route) => {
    const pattern = pathParts(route.path)
    return (
      pattern.length === parts.length && pattern.every((part, index) => part.startsWith(':') || part === parts[index])
    )
  })
  return [...new Set(found.map((route) => route.method))]
}

function pathParts(url: string): readonly string[] {
  return (url.split('?', 1)[0] ?? '').replace(/\/$/, '').split('/')
}

/** Short, unique over processes, and cheap: a random start and a counter. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${start}-${(count += 1).toString(36)}`
}

async function registerCalls(scope: FastifyInstance, options: ServerOptions): Promise<void> {
  // Every answer names the server's build, so that a page of another build can offer to reload.
  const headers = { ...callHeaders(options.publicUrl), 'x-build': buildOf(options.pages.folder) }
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  await scope.register(multipart)
  const { meter, limits } = options
  // Limits a runaway client, over all processes; the person is counted once they are known (register-route.ts).
  await scope.register(rateLimit, {
    global: false,
    // Counted by address, whatever the call claims: a made-up token does not evade it. An office shares one address.
    max: async () => limits().address,
    timeWindow: 60_000,
    keyGenerator: (request: FastifyRequest) => `requests address ${addressKey(request.ip)}`,
    store: storeOver(meter),
    addHeaders: NO_LIMIT_HEADERS,
    addHeadersOnExceeding: NO_LIMIT_HEADERS,
    errorResponseBuilder: () => new Refused(httpErrors.tooMany()),
  })
  // Before any route looks up its session, so that a refused request costs no look-up.
  scope.addHook('onRequest', scope.rateLimit())
  for (const route of options.routes) registerRoute(scope, route, options)
}

type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void

/** Adapts the meter to the library's callback interface. */
function storeOver(meter: RequestMeter) {
  const ask = callbackify(async (key: string, most: number) => {
    const { hits, leftMs } = await meter.count(key, most)
    return { current: hits, ttl: leftMs }
  })
  return class Store {
    incr(key: string, done: Counted, _window: number, most: number): void {
      ask(key, most, done)
    }

    child(): Store {
      return this
    }
  }
}
