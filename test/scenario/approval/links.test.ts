import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { makeSession, sessionHeaders } from '#test/helpers/servers/requests.ts'
import { decisionBy, taskOf } from '#test/helpers/company/actor.ts'
import { budgetWorld, INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { type RunningServer, runServer } from '#test/helpers/servers/running-server.ts'

// Tests the acts that a link permits and those that it refuses, whichever person holds it.

interface Session {
  readonly token: string
  readonly csrfToken: string
}
interface Answer<T = Record<string, unknown>> {
  readonly status: number
  readonly data: T
  readonly key: string | undefined
}

let world: World
let server: RunningServer

beforeAll(async () => {
  const databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '100000.00', 4)
  server = await runServer(databaseUrl, { environment: { CHAT_SHARE_URL: 'chat://share?t={title}&u={link}&n={id}' } })
})

afterAll(async () => {
  await server?.close()
  await world?.close()
})

const signedIn = (account: string): Promise<Session> => makeSession(world.pool, account)

async function call<T = Record<string, unknown>>(
  session: Session | null,
  path: string,
  body?: object,
  key: string = randomUUID(),
): Promise<Answer<T>> {
  const answer = await server.app.inject({
    method: body ? 'POST' : 'GET',
    url: path,
    ...(body ? { payload: body } : {}),
    headers: {
      'x-language': 'en',
      'idempotency-key': key,
      ...(session ? sessionHeaders(session) : {}),
    },
  })
  const { data, error } = answer.json<{ data: T; error?: { key: string } }>()
  return { status: answer.statusCode, data, key: error?.key }
}

const ticketOf = (url: string) => new URL(url, server.origin).searchParams.get('token') ?? ''
const exchange = (ticket: string) => call<Session & { kind: string }>(null, '/api/v1/auth/exchange', { ticket })
const link = (session: Session, purpose?: 'self' | 'share', url = '/budgetCountry/mobile?formInstanceId=1-1') =>
  call<{ url: string }>(session, '/api/v1/admin/permission/link', { url, ...(purpose ? { purpose } : {}) })
const open = (session: Session | null, ticket: string) =>
  call<{ url: string }>(session, '/api/v1/admin/permission/link/open', { ticket })

async function waiting(): Promise<{ formInstanceId: string; taskId: string; contentHash: string }> {
  const { formInstanceId } = await world.submit('in.channel', [{ amount: '1.00' }])
  return decisionBy((await taskOf(world.query, formInstanceId!, 'in.manager'))!)
}

describe('a shared link', () => {
  it('a shared link is no ticket for a session', async () => {
    const { data } = await link(await signedIn('in.manager'), 'share')
    expect(data.url).toContain('/budgetCountry/mobile?formInstanceId=1-1&token=share.')
    const taken = await exchange(ticketOf(data.url))
    expect([taken.status, taken.key, taken.data?.token]).toEqual([401, 'access.ticketInvalid', undefined])
    // And that has not used it up.
    expect((await open(await signedIn('in.rsd'), ticketOf(data.url))).status).toBe(200)
  })

  it('a shared link opens once for a person with a session of their own, and the audit says who', async () => {
    const { data } = await link(await signedIn('in.manager'), 'share')
    const ticket = ticketOf(data.url)
    expect((await open(null, ticket)).status).toBe(401)
    const opened = await open(await signedIn('in.rsd'), ticket)
    expect([opened.status, opened.data.url]).toEqual([200, '/budgetCountry/mobile?formInstanceId=1-1'])
    const again = await open(await signedIn('in.finance'), ticket)
    expect([again.status, again.key]).toEqual([400, 'access.linkUsed'])
    const [row] = await world.query<{ account: string }>(
      'select account from ticket join app_user u on u.id = used_by where ticket.hash = sha256($1::bytea)',
      [Buffer.from(ticket)],
    )
    expect(row?.account).toBe('in.rsd')
  })

  it('a shared link shows its reader nothing that they may not see', async () => {
    const { formInstanceId } = await waiting()
    const { data } = await link(
      await signedIn('in.manager'),
      'share',
      `/budgetCountry/mobile?formInstanceId=${formInstanceId}`,
    )
    const foreign = await signedIn('id.manager')
    expect((await open(foreign, ticketOf(data.url))).status).toBe(200)
    expect((await call(foreign, '/aps/budget/country/detail', { formInstanceId })).status).toBe(404)
  })

  it('a shared link expires after a week', async () => {
    const { data } = await link(await signedIn('in.manager'), 'share')
    await world.query(`update ticket set expires_at = expires_at - interval '7 days 1 second' where kind = 'share'`)
    expect((await open(await signedIn('in.rsd'), ticketOf(data.url))).key).toBe('access.linkUsed')
  })

  it('a shared link is handed to the configured chat', async () => {
    const { data } = await call(await signedIn('in.manager'), '/api/v1/admin/permission/share')
    expect(data).toEqual({ template: 'chat://share?t={title}&u={link}&n={id}' })
  })
})

describe('a personal chat link', () => {
  async function through(account: string): Promise<Session> {
    const { data } = await link(await signedIn(account))
    const taken = await exchange(ticketOf(data.url))
    expect([taken.status, taken.data.kind]).toEqual([200, 'chat'])
    return taken.data
  }
  const approve = (session: Session, task: Awaited<ReturnType<typeof waiting>>, key?: string) =>
    call(session, '/aps/budget/country/approve', { ...task, opinion: 'Agreed' }, key)

  it('a personal chat link allows one action, and a repeat of it is the same action', async () => {
    const [first, second] = [await waiting(), await waiting()]
    const session = await through('in.manager')
    const key = randomUUID()
    expect((await approve(session, first, key)).status).toBe(200)
    expect((await approve(session, first, key)).status).toBe(200)
    const more = await approve(session, second)
    expect([more.status, more.key]).toEqual([401, 'access.linkSpent'])
    // Reading continues, and a full sign-in permits what the link does not.
    expect((await call(session, '/aps/budget/country/detail', { formInstanceId: second.formInstanceId })).status).toBe(
      200,
    )
    expect((await approve(await signedIn('in.manager'), second)).status).toBe(200)
  })

  it('a personal chat link allows one of two simultaneous actions', async () => {
    const [first, second] = [await waiting(), await waiting()]
    const session = await through('in.manager')
    // Its row is held until both have come as far as they can get: neither may have read it before the other wrote.
    const holder = await world.pool.connect()
    await holder.query('begin')
    await holder.query(`select from session where kind = 'chat' for update`)
    const both = Promise.all([approve(session, first), approve(session, second)])
    const waits = `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    while ((await world.query<{ count: number }>(waits))[0]!.count < 2) await setTimeout(5)
    await holder.query('rollback')
    holder.release()
    const answers = await both
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  it('a personal chat link keeps its action when one was refused', async () => {
    const task = await waiting()
    const session = await through('in.manager')
    const refused = await approve(session, { ...task, contentHash: 'of something else' })
    expect([refused.status, refused.key]).toEqual([409, 'approval.contentChanged'])
    expect((await approve(session, task)).status).toBe(200)
  })

  it('a personal chat link saves one draft repeatedly and no second one', async () => {
    const session = await through('in.channel')
    const save = (more: object) =>
      call<{ id: string; version: number }>(session, '/aps/budget/country/save', { ...INDIA, lines: [], ...more })
    const first = await save({})
    const { id, version } = first.data
    expect((await save({ id, version, reason: 'More' })).status).toBe(200)
    expect((await save({})).key).toBe('access.linkSpent')
  })

  it('a personal chat link makes no sign-in link and changes no settings', async () => {
    const session = await through('in.manager')
    expect((await link(session)).key).toBe('access.linkReadOnly')
    expect((await link(session, 'share')).status).toBe(200)
    const writes = server.routes.filter(
      (route) => route.mode === 'write' && typeof route.right === 'object' && !('public' in route.right),
    )
    for (const route of writes.filter((each) => !each.fromLink)) {
      const { status, key } = await call(
        session,
        route.path.replaceAll(/:\w+/g, 'x'),
        route.method === 'POST' ? {} : undefined,
      )
      expect([route.path, status, key]).toEqual([route.path, 403, 'access.linkReadOnly'])
    }
  })

  it('a personal chat link expires after an hour whatever is done with it', async () => {
    const session = await through('in.manager')
    const [row] = await world.query<{ minutes: number }>(
      `select extract(epoch from expires_at - created_at)::int / 60 as minutes from session where token_hash = sha256($1::bytea)`,
      [Buffer.from(session.token)],
    )
    expect(row?.minutes).toBe(60)
    expect((await call(session, '/api/v1/admin/user/current')).status).toBe(200)
  })
})
