import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { DOCS_PAGE, DOCS_SCRIPT } from './docs-page.ts'

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
      return { schema: answer ? { ...schema, response: { 200: answer } } : schema, url }
    },
  }
}

/** `/openapi.json` and a page to read it. There is no data in either, so nobody has to sign in. */
export function registerDocs(app: FastifyInstance): void {
  app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(JSON.stringify(app.swagger())))
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(DOCS_PAGE))
  app.get('/docs/docs.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(DOCS_SCRIPT))
}
