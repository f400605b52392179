import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { Refused } from '#kernel/base/errors/errors.ts'
import { LARGEST_BOUND, PUBLIC_BOUND } from './body-bound.ts'
import { acceptJson } from './json-body.ts'
import { excessOf } from './json-body.ts'

const LINES = `{"lines":[${'{"amount":"1.00"},'.repeat(10_000)}{}]}`

async function statusOf(payload: string, bound = LARGEST_BOUND): Promise<number> {
  const app = Fastify()
  acceptJson(app)
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refused ? (error.refusals[0]?.status ?? 500) : 500).send(''),
  )
  // The route serialises the body again, for a draft or a fingerprint.
  const route = { bodyLimit: bound.bytes, config: { bound } }
  app.post('/', route, async (request) => JSON.stringify(request.body))
  return (await app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload }))
    .statusCode
}

it('a body of ten thousand lines is accepted, and one that cannot be stored or is nested too deeply is refused', async () => {
  expect(await statusOf('{"lines":[{"remark":{"kept":["as typed"]}}]}')).toBe(200)
  expect(await statusOf(LINES)).toBe(200)
  expect(await statusOf('{"reason":"a\\u0000"}')).toBe(400)
  expect(await statusOf('{"reason":"\\ud800"}')).toBe(400)
  expect(await statusOf(`{"reason":${'['.repeat(17)}${']'.repeat(17)}}`)).toBe(400)
  expect(await statusOf(`{"reason":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBe(400)
})

it('a body with more values than its route allows is refused, although it is short', async () => {
  const many = `{"ids":[${'1,'.repeat(2_000)}1]}`
  expect([await statusOf(many, PUBLIC_BOUND), await statusOf(many)]).toEqual([413, 200])
})

describe('the check of unparsed JSON', () => {
  const excess = (text: string, most = LARGEST_BOUND.values) => excessOf(Buffer.from(text), most)
  const keys = (count: number, of = (at: number) => `"k${at}":1`) =>
    `{${Array.from({ length: count }, (_, at) => of(at)).join(',')}}`

  it('JSON with more than 1,000 different keys is refused, in one object or over many', () => {
    expect([excess(keys(1_000)), excess(keys(1_001))]).toEqual([null, 'tooMany'])
    // A repeated key counts once.
    expect(excess(keys(5_000, () => '"same":1'))).toBe(null)
    const spread = Array.from({ length: 300 }, (_, at) => `{"a${at}":1,"b${at}":1,"c${at}":1,"d${at}":1}`)
    expect(excess(`[${spread.join(',')}]`)).toBe('tooMany')
  })

  it('JSON with more values than its call allows is refused, in lists, objects and empty ones', () => {
    expect([excess('[1,2,3]', 3), excess('[1,2,3,4]', 3)]).toEqual([null, 'tooMany'])
    expect(excess(`[${'{},'.repeat(400_000)}{}]`)).toBe('tooMany')
    expect(excess('['.repeat(4), 3)).toBe('tooMany')
  })

  it('JSON with more than 1,000 different orders of the same keys is refused', () => {
    const orders = Array.from({ length: 1_100 }, (_, at) => {
      const named = 'abcdefghij'.split('')
      for (let place = 0, left = at; place < 5; place += 1, left = Math.floor(left / 5))
        named.push(named.splice(left % 5, 1)[0]!)
      return `{${named.map((name) => `"${name}":1`).join(',')}}`
    })
    expect([excess(`[${orders.slice(0, 900).join(',')}]`), excess(`[${orders.join(',')}]`)]).toEqual([null, 'tooMany'])
  })

  it('JSON is not refused for brackets, commas and colons within its texts', () => {
    expect(excess(JSON.stringify({ a: '{"b":[1,2,3]},:\\"'.repeat(1_000) }), 5)).toBe(null)
    expect(excess(`{"a":"${'\\\\'.repeat(10)}","b":"${'\\"'.repeat(10)}"}`, 3)).toBe(null)
  })

  it('the check of JSON with ten thousand lines takes less than twice the time of parsing', () => {
    const line = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`fieldName${at}`, `value ${at}`]))
    const text = JSON.stringify({ lines: Array.from({ length: 10_000 }, () => line) })
    const bytes = Buffer.from(text)
    const least = (run: () => unknown) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const began = process.cpuUsage()
          run()
          const { user, system } = process.cpuUsage(began)
          return user + system
        }),
      )
    expect(excess(text)).toBe(null)
    expect(least(() => excessOf(bytes, LARGEST_BOUND.values))).toBeLessThan(2 * least(() => JSON.parse(text)))
  })
})
