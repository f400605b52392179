import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { type ApiDescription, withComponents } from './api-description.ts'
import { DOCS_PAGE, DOCS_SCRIPT } from './docs-page.ts'

const refusal = Type.Object(
  {
    key: Type.String(),
    params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    field: Type.Optional(Type.String()),
    row: Type.Optional(Type.Integer()),
    table: Type.Optional(Type.String({ description: 'the further table of the document that the row is of' })),
    data: Type.Optional(
      Type.Object({}, { description: 'what changed, of approval.contentChanged and approval.newRound' }),
    ),
    msg: Type.String(),
  },
  { title: 'FailureReason' },
)

/** The answer of every call that is refused or fails (failure.ts writes it). */
const Failure = Type.Object(
  {
    code: Type.Union([Type.Integer(), Type.String()]),
    msg: Type.String(),
    requestId: Type.String(),
    error: refusal,
    errors: Type.Array(refusal),
  },
  { title: 'Failure' },
)

const failure = { description: 'Refused or failed', content: { 'application/json': { schema: Failure } } }

const file = {
  description: 'A file',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

interface UploadBody {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, unknown>>
}

/** The route's schema describes the text fields of an upload; this adds the file. */
function withFile(body: UploadBody | undefined): object {
  const properties = { ...body?.properties, file: { type: 'string', format: 'binary' } }
  return { ...body, type: 'object', required: [...(body?.required ?? []), 'file'], properties }
}

/** OpenAPI 3.1, written from the same schemas that check the calls. */
export function openApi(): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Overseas Back Office',
        version: '1',
        description:
          'A success is HTTP 200 `{code: 200, msg, data}`; a failure has the HTTP status of its first reason and ' +
          '`{code, msg, requestId, error: {key, params, field?, row?}, errors}`. `x-language: zh|en` chooses the texts. ' +
          'Calls other than GET carry `x-csrf-token`; document actions carry an `Idempotency-Key`. The headers `ttToken` ' +
          'and `ttControl` of a chat link may come with any call; they give and take nothing (docs/decisions/022).',
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    hideUntagged: true,
    transform: ({ schema, url, route }) => {
      // Pages and protocol addresses are no calls: they have no tag and are left out.
      if (!schema) return { schema, url }
      const { answer } = route.config ?? {}
      const body = schema.consumes ? { body: withFile(schema.body as UploadBody | undefined) } : {}
      return { schema: { ...schema, ...body, response: { 200: answer ?? file, default: failure } }, url }
    },
  }
}

/** All calls with their schemas written out in place. Needs a server that is ready. */
export function writtenOut(app: FastifyInstance): ApiDescription {
  return app.swagger() as unknown as ApiDescription
}

/** `/openapi.json` and a page to read it. Neither contains data, so they need no sign-in. */
export function registerDocs(app: FastifyInstance): void {
  // Built at the first request: most processes never get one.
  let text: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(withComponents(writtenOut(app)))
    return reply.type('application/json').send(text)
  })
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(DOCS_PAGE))
  app.get('/docs/docs.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(DOCS_SCRIPT))
}
