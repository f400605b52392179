import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineFileRoute } from '#kernel/platform/http/route.ts'
import { call, type SignedIn, signIn } from '#kernel/testing/browser.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { readLive } from '#test/helpers/servers/requests.ts'
import { type RunningServer, runServer, withAccounts } from '#test/helpers/servers/running-server.ts'

let here: RunningServer
let there: RunningServer

/** A file that never ends by itself, as one on a slow line. */
const endless = (path: string, meanwhile: (account: string) => Promise<unknown>) =>
  defineFileRoute({
    method: 'GET',
    path,
    right: { signedIn: 'a stand-in' },
    summary: 'Stand-in',
    mode: 'file',
    async handler(_tx, { principal }) {
      await meanwhile(principal.account)
      return {
        fileName: 'endless.txt',
        mediaType: 'text/plain',
        bytes: Readable.from(
          (async function* () {
            for (;;) {
              yield 'row\n'
              await new Promise((resolve) => setTimeout(resolve, 20))
            }
          })(),
        ),
      }
    },
  })
const TAKE_ROLES = 'delete from user_role where user_id = (select id from app_user where account = $1)'

beforeAll(async () => {
  const databaseUrl = await withAccounts(await testDatabase())
  here = await runServer(databaseUrl)
  // Idle sessions are checked once an hour: a session that ended sooner was ended by the change itself.
  const timing = { checkMs: 3_600_000 }
  const routes = [
    endless('/test/endless', () => Promise.resolve()),
    endless('/test/found-late', (account) => here.query(TAKE_ROLES, [account])),
  ]
  there = await runServer(databaseUrl, { live: { timing }, more: [{ routes, documents: [], exports: [] }] })
})
afterAll(async () => {
  await here.close()
  await there.close()
})

/** A stream and a file that the other process has under way for a session. */
async function underWay(session: SignedIn) {
  const reader = await readLive(there.origin, session.token)
  await reader.hears(({ type }) => type === 'hello')
  const stopping = new AbortController()
  const headers = { authorization: `Bearer ${session.token}` }
  const file = await fetch(`${there.origin}/test/endless`, { headers, signal: stopping.signal })
  const ended = file.text().then(
    () => 'whole',
    () => 'cut',
  )
  const stop = (): void => {
    reader.stop()
    stopping.abort()
  }
  return { reader, file, ended, stop }
}

describe('a change of rights over two processes', () => {
  it.each([
    ['a disabled account', 'in.rsm', `update app_user set status = 'disabled' where account = $1`],
    ['a role that was taken away', 'in.tl', TAKE_ROLES],
    [
      'a session that was ended',
      'in.rcsm',
      'delete from session where user_id = (select id from app_user where account = $1)',
    ],
  ])(
    'a live stream and a download in one process end when another process changes rights by %s',
    async (_what, account, change) => {
      const { reader, file, ended } = await underWay(await signIn(here.origin, account))
      expect(file.status).toBe(200)
      const other = await underWay(await signIn(here.origin, 'hq.budget'))
      await here.query(change, [account])
      await reader.ended
      expect(reader.news.at(-1)).toEqual({ type: 'bye', reason: 'session' })
      expect(await ended).toBe('cut')
      // A person who lost nothing goes on.
      expect(other.reader.news.some(({ type }) => type === 'bye')).toBe(false)
      other.stop()
      await other.ended
    },
  )

  it('a download whose file was looked up late ends when the role was taken away meanwhile', async () => {
    const { token } = await signIn(here.origin, 'id.finance')
    const file = await fetch(`${there.origin}/test/found-late`, { headers: { authorization: `Bearer ${token}` } })
    await expect(file.text()).rejects.toThrow()
  })
})

describe('a view as another person over two processes', () => {
  it('a view as another person reads without writing or downloading, and ends with its own session in every process', async () => {
    const own = await signIn(here.origin, 'hq.it')
    const begun = await call<{ data: SignedIn }>(here.origin, '/api/v1/admin/view-as', {
      body: { account: 'in.manager', reason: 'He sees no menu' },
      session: own,
    })
    const view = begun.body.data
    const who = await call<{ data: object }>(there.origin, '/api/v1/admin/user/current', { session: view })
    expect(who.body.data).toMatchObject({ userAccount: 'in.manager', viewer: { userAccount: 'hq.it' } })
    const calls = [
      call<{ error: { key: string } }>(there.origin, '/api/v1/admin/user/language', {
        body: { language: 'en' },
        session: view,
      }),
      call<{ error: { key: string } }>(there.origin, '/test/endless', { session: view }),
    ]
    for (const { status, body } of await Promise.all(calls))
      expect([status, body.error.key]).toEqual([403, 'access.viewReadOnly'])
    await here.query('delete from session where user_id = (select id from app_user where account = $1)', ['hq.it'])
    expect((await call(there.origin, '/api/v1/admin/user/current', { session: view })).status).toBe(401)
  })
})
