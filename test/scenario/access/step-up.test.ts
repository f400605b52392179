import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireFresh } from '#kernel/platform/access/session-limits.ts'
import { asksFresh } from '#kernel/engine/document/action/action-guard.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { Browser, call, signInAfresh, signInByPage, ticketOf, type SignedIn } from '#kernel/testing/browser.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { runServer, type RunningServer, withAccounts } from '#test/helpers/servers/running-server.ts'

interface Envelope<T = unknown> {
  readonly msg: string
  readonly data: T
  readonly error?: { readonly key: string }
}

let server: RunningServer
let acts = 0

/** A call that asks for a fresh sign-in, as those will that change roles or pay out. */
const guarded = defineRoute({
  method: 'POST',
  path: '/test/guarded',
  right: { signedIn: 'a stand-in' },
  stepUp: true,
  summary: 'Stand-in',
  mode: 'write',
  body: Type.Object({}),
  data: Type.Object({ acts: Type.Integer() }),
  handler: () => Promise.resolve({ acts: (acts += 1) }),
})

beforeAll(async () => {
  const more = [{ routes: [guarded], documents: [], exports: [] }]
  server = await runServer(await withAccounts(await testDatabase()), { more })
})
afterAll(() => server.close())

const post = <T>(path: string, session: SignedIn, body: unknown = {}) =>
  call<Envelope<T>>(server.origin, path, { body, session })

async function sessionIn(browser: Browser, account: string): Promise<SignedIn> {
  const { address } = await signInByPage(browser, account)
  const answer = await call<Envelope<SignedIn>>(server.origin, '/api/v1/auth/exchange', {
    body: { ticket: ticketOf(address) },
  })
  return answer.body.data
}

/** As after a morning of work: the session is open, and the sign-in is long ago. */
async function age(account: string): Promise<void> {
  await server.query(
    `update session set auth_at = auth_at - interval '11 minutes' where user_id = (select id from app_user where account = $1)`,
    [account],
  )
}

describe('a call that needs a fresh sign-in', () => {
  it('a call that needs a fresh sign-in passes soon after one and asks for another later, keeping the session', async () => {
    const browser = new Browser(server.origin)
    const session = await sessionIn(browser, 'hq.it')
    expect((await post('/test/guarded', session)).status).toBe(200)
    await age('hq.it')
    const before = acts
    const asked = await post('/test/guarded', session)
    expect([asked.status, asked.body.error?.key, acts]).toEqual([403, 'access.stepUp', before])

    // The provider remembers the person and asks for the password all the same.
    const page = await browser.follow('/api/v1/auth/authorize?fresh=1&returnTo=/index')
    expect(page.address).toContain('/oidc/interaction/')
    const { address } = await browser.submit(page.address, { account: 'hq.it', password: 'demo' })
    expect((await post('/api/v1/auth/step-up', session, { ticket: ticketOf(address) })).status).toBe(200)
    expect((await post('/test/guarded', session)).status).toBe(200)
  })

  it('a fresh sign-in does not count when the provider remembered it, for another person, or twice', async () => {
    const browser = new Browser(server.origin)
    const session = await sessionIn(browser, 'hq.finance')
    await age('hq.finance')
    // The provider remembers, too, when that was.
    await server.query(
      `update oidc_artifact set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::bigint - 3600))
       where kind = 'Session' and payload ? 'loginTs'`,
    )
    const remembered = await browser.follow('/api/v1/auth/authorize?returnTo=/index')
    const stale = await post('/api/v1/auth/step-up', session, { ticket: ticketOf(remembered.address) })
    expect([stale.status, stale.body.error?.key]).toEqual([403, 'access.stepUp'])

    const other = await signInAfresh(new Browser(server.origin), 'hq.budget')
    const foreign = await post('/api/v1/auth/step-up', session, { ticket: ticketOf(other.address) })
    expect([foreign.status, foreign.body.error?.key]).toEqual([403, 'access.stepUpOther'])
    expect((await post('/test/guarded', session)).status).toBe(403)

    const own = await signInAfresh(browser, 'hq.finance')
    const ticket = ticketOf(own.address)
    expect((await post('/api/v1/auth/step-up', session, { ticket })).status).toBe(200)
    expect((await post('/api/v1/auth/step-up', session, { ticket })).status).toBe(403)
  })

  it('a fresh sign-in is asked for when the time of the last one is unknown', async () => {
    const session = await sessionIn(new Browser(server.origin), 'hq.pricing')
    await server.query('update session set auth_at = null')
    expect((await post('/test/guarded', session)).body.error?.key).toBe('access.stepUp')
  })
})

it('a fresh sign-in is required by action or by content, and only of a known person', () => {
  expect(() => requireFresh({ isFresh: false })).toThrow()
  expect(() => requireFresh({ isFresh: true })).not.toThrow()
  expect(() => requireFresh({})).not.toThrow()
  const ofAccounts = { asksFresh: ({ recordKind }: Readonly<Record<string, unknown>>) => recordKind === 'user' }
  expect(asksFresh({}, { stepUp: true }, {})).toBe(true)
  expect(asksFresh(ofAccounts, { stepUp: 'byContent' }, { recordKind: 'user' })).toBe(true)
  expect(asksFresh(ofAccounts, { stepUp: 'byContent' }, { recordKind: 'customer' })).toBe(false)
  expect(asksFresh(ofAccounts, {}, { recordKind: 'user' })).toBe(false)
})
