import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublic } from '#kernel/platform/http/route.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { productNow } from '#kernel/base/clock/clock.ts'

// A call whose answer got lost is sent again with its key: it gets the first answer, and nothing is done twice.

let server: DemoServer

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
}, 240_000)

afterAll(() => server?.close())

describe('a call that writes, repeated with its key', () => {
  const VIEW = '/api/v1/admin/view/save'
  const content = { filters: {}, sort: null, limit: null, columns: null, density: null }
  const days = (from: number, to: number) => ({
    startsAt: new Date(productNow().getTime() + from * 86_400_000).toISOString(),
    endsAt: new Date(productNow().getTime() + to * 86_400_000).toISOString(),
  })
  const ABSENCE = { substitute: 'in.rsd', ...days(400, 410) }
  const REGISTERED = {
    values: {
      customerCode: 'C-IN-0001',
      countryCode: 'IN',
      province: 'Goa',
      city: 'Panaji',
      postalCode: '403001',
      detail: 'Repeated Road 1',
      contacts: 'Asha',
      phone: '912266778899',
      receiveInfo: 'Gate 1',
      shippingPlace: 'Dock 1',
    },
  }

  it.each([
    ['a new view', 'in.channel', VIEW, { list: 'store', name: 'Twice', content }],
    ['an absence', 'in.manager', '/aps/bpm/absence/save', ABSENCE],
    [
      'a new record with a number of its own',
      'admin',
      '/aps/customerAddress/create',
      { values: { ...REGISTERED.values, code: 'AD-TWICE' } },
    ],
  ])('a repeated call gets the answer of the first one: %s', async (_what, account, path, body) => {
    const key = randomUUID()
    const first = await server.call(account, path, body, 'en', key)
    expect([first.status, first.error?.key]).toEqual([200, undefined])
    const again = await server.call(account, path, body, 'en', key)
    expect([again.status, again.data]).toEqual([200, first.data])
    // Without the key, or with another, it is another call.
    const other = await server.call(account, path, body, 'en', randomUUID())
    expect(other.status).toBeGreaterThanOrEqual(400)
  })

  it('four calls with one key that come at once are done once', async () => {
    const key = randomUUID()
    const body = { list: 'store', name: 'At once', content }
    const answers = await Promise.all([1, 2, 3, 4].map(() => server.call('in.channel', VIEW, body, 'en', key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ data }) => JSON.stringify(data)))).toHaveProperty('size', 1)
  })

  it('a key is refused for another body, and can be used again after its call was refused', async () => {
    const key = randomUUID()
    const named = (name: string) => server.call('in.channel', VIEW, { list: 'store', name, content }, 'en', key)
    expect((await named(' ')).status).toBe(400)
    expect((await named('Third')).status).toBe(200)
    const other = await named('Fourth')
    expect([other.status, other.error?.key]).toEqual([409, 'http.idempotencyKeyReused'])
    // Keys belong to the account: another account's key is a different one.
    const theirs = await server.call('in.manager', VIEW, { list: 'store', name: 'Third', content }, 'en', key)
    expect(theirs.status).toBe(200)
  })

  it('no answer that holds a token or a link is kept for a repeat', async () => {
    const secret = /token|url|secret|ticket/i
    const keeping = server.routes.filter(
      ({ mode, right, audit, answersOnce }) => mode === 'write' && !isPublic(right) && !audit?.none && !answersOnce,
    )
    const telling = keeping.filter(({ data }) =>
      Object.keys((data as { properties?: object }).properties ?? {}).some((name) => secret.test(name)),
    )
    // The result of an import is a link into the list that it filled.
    expect(telling.filter(({ path }) => !path.startsWith('/aps/import/')).map(({ path }) => path)).toEqual([])
  })
})

describe('a page that no list has', () => {
  it.each([
    ['a list of documents', '/aps/budget/country/queryByPage'],
    ['a list of records', '/aps/store/queryPage'],
    ['a list with a bound of its own', '/aps/bpm/absence/queryPage'],
  ])('a page number that no list has is refused with the bound: %s', async (_what, path) => {
    for (const page of [1_000_000_000, 0]) {
      const answer = await server.call('admin', path, { page })
      expect([answer.status, answer.msg]).toEqual([400, expect.stringMatching(page === 0 ? /\b1\b/ : /\b10{4,5}\b/)])
    }
  })
})
