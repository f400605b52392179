import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { DOCS_PAGE, DOCS_SCRIPT } from './docs-page.ts'

const refusal = {
  key: Type.String(),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  field: Type.Optional(Type.String()),
  row: Type.Optional(Type.Integer()),
  msg: Type.String(),
}

/** What every call answers when it is refused or fails (failure.ts writes it). */
const failure = {
  description: 'Refused or failed',
  ...Type.Object({
    code: Type.Union([Type.Integer(), Type.String()]),
    msg: Type.String(),
    requestId: Type.String(),
    error: Type.Object(refusal),
    errors: Type.Array(Type.Object(refusal)),
  }),
}

const file = {
  description: 'A file',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
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
          'Calls other than GET carry `x-csrf-token`; document actions carry an `Idempotency-Key`.',
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    hideUntagged: true,
    transform: ({ schema, url, route }) => {
      const { answer } = route.config ?? {}
      return { schema: { ...schema, response: { 200: answer ?? file, default: failure } }, url }
    },
  }
}

/** `/openapi.json` and a page to read it. There is no data in either, so nobody has to sign in. */
export function registerDocs(app: FastifyInstance): void {
  app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(JSON.stringify(app.swagger())))
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(DOCS_PAGE))
  app.get('/docs/docs.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(DOCS_SCRIPT))
}
