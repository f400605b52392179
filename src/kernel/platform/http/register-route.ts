import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { accessErrors } from '#kernel/platform/access/access.errors.ts'
import type { Principal, RequestContext } from '#kernel/platform/access/principal.ts'
import { may, narrowed } from '#kernel/platform/access/principal.ts'
import { countHit } from '#kernel/platform/access/rate-limit.ts'
import { findSession, type Session } from '#kernel/platform/access/session.ts'
import { addressKey, type RequestLimits, type RequestMeter } from '#kernel/platform/access/request-meter.ts'
import { reading, transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { FileScanner } from '#kernel/platform/files/scanner.ts'
import { type Language, languageOf } from '#kernel/base/i18n/language.ts'
import { WEBHOOK_HEADERS } from '#kernel/platform/outgoing/standard-webhook.ts'
import { auditedCall } from './audited-call.ts'
import { type BodyBound, boundOf } from './body/body-bound.ts'
import { CsrfFailure } from './failure.ts'
import { type IncomingFile, openIncoming } from './body/incoming.ts'
import {
  type BeginStream,
  CodedAnswer,
  type FileAnswer,
  isPublic,
  type Right,
  type Route,
  type RouteInput,
  type Runtime,
  type SignedCall,
  type UploadedFile,
} from './route.ts'
import { operationIdOf, tagOf } from './operation-name.ts'
import { sendFile } from './send-file.ts'
import { serializable } from './serializer.ts'
import { onceForKey } from './repeated-call.ts'
import { limitTime, refuseLate, REQUEST_SECONDS, UPLOAD_SECONDS } from './time-limit.ts'
import { readUpload } from './body/upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    upload: UploadedFile | null
    incoming: IncomingFile | null
    /** The body as it was sent, of a signed call. */
    bodyText: string | null
  }
  interface FastifyContextConfig {
    /** Schema of the answer, for the API description. */
    answer?: TSchema | null
    bound?: BodyBound
    isSigned?: boolean
    /** Largest file that the route takes; a refused body is read up to this size (rest-of-body.ts). */
    fileBytes?: number
  }
}

export interface RouteServices {
  readonly runtime: Runtime
  readonly meter: RequestMeter
  /** Called for each request, so that changed limits need no restart. */
  readonly limits: () => RequestLimits
  /** Null where none is configured. */
  readonly scanner: FileScanner | null
  /** Path parameters with a fixed set of values; any other value is an unknown address. */
  readonly pathValues: Readonly<Record<string, ReadonlySet<string>>>
}

/** The principal of a public route's caller. */
const NOBODY: Principal = {
  userId: 0,
  account: '',
  name: '',
  superAdmin: false,
  roles: [],
  rights: new Set(),
  grants: [],
  scope: [],
  sessionId: '',
  timezone: 'UTC+00:00',
}

export function requestLanguage(request: FastifyRequest): Language {
  const asked = request.headers['x-language'] ?? request.headers['accept-language']
  return languageOf(typeof asked === 'string' ? asked : undefined)
}

/** Registers one route: authorisation is decided before a byte of the body is read. */
export function registerRoute(app: FastifyInstance, route: Route, services: RouteServices): void {
  const admit = admission(route, services)
  const run = runner(route, services.runtime)
  const bound = boundOf(route)
  const seconds = route.upload || route.incoming ? UPLOAD_SECONDS : REQUEST_SECONDS
  app.route({
    method: route.method,
    url: route.path,
    schema: schemaOf(route),
    config: {
      answer: hasEnvelope(route) ? successOf(route.data) : null,
      bound,
      isSigned: route.isSigned === true,
      fileBytes: (route.upload ?? route.incoming)?.maxBytes ?? 0,
    },
    bodyLimit: bound.bytes,
    onRequest: async (request, reply) => {
      if (route.mode !== 'stream') limitTime(request, reply, seconds)
      await admit(request)
    },
    preValidation: async (request) => {
      if (route.method === 'GET') return
      if (route.incoming) await openIncoming(request, route.incoming)
      if (route.upload) await readUpload(request, route.upload.maxBytes, services.scanner)
      if (!route.incoming && !route.upload && request.isMultipart()) throw new Refused(httpErrors.badRequest())
      request.body ??= {}
    },
    handler: async (request, reply) => {
      if (route.mode === 'stream') {
        await route.handler(
          beginStream(request, reply) as never,
          contextOf(request, route.right, services.runtime),
          inputOf(request),
        )
        return reply
      }
      if (route.mode === 'upload') {
        const taken = await route.handler(
          services.runtime as never,
          contextOf(request, route.right, services.runtime),
          request.incoming as never,
        )
        return { code: 200, msg: 'success', data: taken }
      }
      const answer = await run(request, contextOf(request, route.right, services.runtime), inputOf(request))
      if (route.mode === 'file') return sendFile(request, reply, answer as FileAnswer, services.runtime.pool)
      if (answer instanceof CodedAnswer) return { code: answer.code, msg: answer.msg, data: null }
      return { code: 200, msg: 'success', data: answer }
    },
  })
}

function schemaOf(route: Route) {
  const shown = {
    operationId: operationIdOf(route),
    summary: route.summary,
    tags: [tagOf(route.path)],
    ...(isPublic(route.right) ? {} : { security: [{ session: [] }] }),
    ...(typeof route.right === 'string' ? { description: describe(route, route.right) } : {}),
  }
  return {
    ...shown,
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.params ? { params: route.params } : {}),
    ...(route.body && route.method !== 'GET' ? { body: route.body } : {}),
    ...(route.upload || route.incoming ? { consumes: ['multipart/form-data'] } : {}),
    ...(hasEnvelope(route) ? { response: { 200: answerSchemaOf(route) } } : {}),
  }
}

function describe({ stepUp }: Route, right: string): string {
  return `Right: \`${right}\`${stepUp ? '. Asks for a fresh sign-in.' : ''}`
}

/** The schema that an answer is serialised with; a file or a stream has none. */
export function answerSchemaOf(route: Route): unknown {
  return hasEnvelope(route) ? serializable(successOf(route.data)) : null
}

function hasEnvelope({ mode }: Route): boolean {
  return mode !== 'file' && mode !== 'stream'
}

/** The envelope of a success. */
function successOf(data: TSchema): TSchema {
  return Type.Object({ code: Type.Integer(), msg: Type.String(), data })
}

function admission(route: Route, { runtime, pathValues, meter, limits }: RouteServices) {
  const { right } = route
  const fixed = Object.entries(pathValues).filter(([name]) => new RegExp(`/:${name}(/|$)`).test(route.path))
  return async (request: FastifyRequest): Promise<void> => {
    if (route.perMinute !== undefined)
      await refuseFlood(`${route.path} ${addressKey(request.ip)}`, route.perMinute, runtime)
    if (!isPublic(right)) {
      const session = await sessionOf(request, runtime, route.mode !== 'stream')
      if (!session) throw new Refused(httpErrors.unauthorized())
      request.session = session
      const principal = session.principal(requestLanguage(request))
      // A viewer uses up their own rate limit.
      const userId = principal.viewer?.userId ?? principal.userId
      const { person } = limits()
      if ((await meter.count(`requests person ${userId}`, person)).hits > person)
        throw new Refused(httpErrors.tooMany())
      if (route.method !== 'GET' && !session.acceptsCsrf(header(request, 'x-csrf-token'))) throw new CsrfFailure()
      if (route.perMinute !== undefined) await refuseFlood(`${route.path} person ${userId}`, route.perMinute, runtime)
      if (principal.viaLink && route.mode === 'write' && !route.fromLink) throw new Refused(accessErrors.linkReadOnly())
      if (principal.viewer && !mayInView(route)) throw new Refused(accessErrors.viewReadOnly())
      if (principal.viewer && route.personal) throw new Refused(accessErrors.viewPersonal())
      if (typeof right === 'string' && !may(principal, right)) throw new Refused(httpErrors.forbidden({ right }))
      if (route.stepUp && !session.isFresh) throw new Refused(accessErrors.stepUp())
    }
    for (const [name, values] of fixed) {
      if (!values.has((request.params as Record<string, string>)[name] ?? '')) throw new Refused(httpErrors.notFound())
    }
  }
}

/** A viewer only reads what the viewed person's pages show; downloads are refused. */
function mayInView(route: Route): boolean {
  return route.mode === 'read' || route.mode === 'stream' || route.inView === true
}

async function refuseFlood(key: string, perMinute: number, runtime: Runtime): Promise<void> {
  const hits = await reading(runtime.pool, (tx) => countHit(tx, key, 60, runtime.now()))
  if (hits > perMinute) throw new Refused(httpErrors.tooMany())
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

const BEARER = /^Bearer ([\w-]{20,200})$/i

async function sessionOf(request: FastifyRequest, runtime: Runtime, isUse: boolean): Promise<Session | null> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) return null
  return reading(runtime.pool, (tx) => findSession(tx, token, runtime.now(), isUse))
}

/** Long enough for any UUID or ULID, short enough to be a key. */
const KEY = /^[\w.:-]{8,100}$/

function contextOf(request: FastifyRequest, right: Right, runtime: Runtime): RequestContext {
  const language = requestLanguage(request)
  const key = header(request, 'idempotency-key')
  if (key !== undefined && !KEY.test(key)) throw new Refused(httpErrors.badRequest({}, { field: 'Idempotency-Key' }))
  const principal = request.session?.principal(language) ?? NOBODY
  return {
    // A right counts only for the organisations it is held for, whatever the caller may do elsewhere.
    principal: typeof right === 'string' ? narrowed(principal, right) : principal,
    language,
    requestId: request.id,
    now: runtime.now(),
    idempotencyKey: key ?? null,
    address: request.ip,
    device: (header(request, 'user-agent') ?? '').slice(0, 300),
    isFresh: request.session?.isFresh ?? false,
    log: (fields, text) => request.log.warn(fields, text),
  }
}

type Input = RouteInput<never, never, never>

function inputOf(request: FastifyRequest): Input {
  return {
    body: request.body as never,
    query: request.query as never,
    params: request.params as never,
    file: request.upload,
    signed: signedOf(request),
  }
}

function signedOf(request: FastifyRequest): SignedCall | null {
  const { bodyText } = request
  if (bodyText === null) return null
  const said = (name: string) => header(request, name) ?? ''
  const { id, timestamp, signature } = WEBHOOK_HEADERS
  return { id: said(id), timestamp: said(timestamp), signature: said(signature), body: bodyText }
}

type Run = (request: FastifyRequest, context: RequestContext, input: Input) => Promise<unknown>

function runner(route: Route, runtime: Runtime): Run {
  if (route.mode === 'action') return (_request, context, input) => route.handler(runtime as never, context, input)
  if (route.mode === 'write') {
    return (request, context, input) =>
      transaction(runtime.pool, async (tx) => {
        const answer = await onceForKey(route, tx, context, input, () =>
          auditedCall(route, tx, context, input.body, (own, told) => route.handler(own as never, told, input)),
        )
        refuseLate(request)
        return answer
      })
  }
  return (_request, context, input) => reading(runtime.pool, (tx: Tx) => route.handler(tx as never, context, input))
}

/** From here on the handler writes the answer; the library neither ends nor counts it. */
function beginStream(request: FastifyRequest, reply: FastifyReply): BeginStream {
  return (headers) => {
    reply.hijack()
    const kept = reply.getHeaders() as Record<string, string>
    reply.raw.writeHead(200, { ...kept, 'x-request-id': request.id, ...headers })
    reply.raw.flushHeaders()
    return reply.raw
  }
}
