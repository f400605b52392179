import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { Refused } from '#kernel/errors/errors.ts'
import { acceptJson } from './json-body.ts'

async function statusOf(payload: string): Promise<number> {
  const app = Fastify()
  acceptJson(app)
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refused ? (error.refusals[0]?.status ?? 500) : 500).send(''),
  )
  // What a route does with it: written down again, for a draft or a fingerprint.
  app.post('/', async (request) => JSON.stringify(request.body))
  return (await app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload }))
    .statusCode
}

it('takes what a call may need, and nothing that cannot be stored or written down again', async () => {
  expect(await statusOf('{"lines":[{"remark":{"kept":["as typed"]}}]}')).toBe(200)
  expect(await statusOf(`{"lines":[${'{"amount":"1.00"},'.repeat(10_000)}{}]}`)).toBe(200)
  expect(await statusOf('{"reason":"a\\u0000"}')).toBe(400)
  expect(await statusOf('{"reason":"\\ud800"}')).toBe(400)
  expect(await statusOf(`{"reason":${'['.repeat(17)}${']'.repeat(17)}}`)).toBe(400)
  expect(await statusOf(`{"reason":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBe(400)
})
