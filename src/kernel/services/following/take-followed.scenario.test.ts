import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { type Tx } from '#kernel/platform/db/tx.ts'
import { type MessageHandler, relayOnce, startRelay } from '#kernel/platform/outbox/relay.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { until } from '#test/helpers/until.ts'
import { blockOf } from '#test/helpers/laws/handbook.ts'
import { checkFollows, type Follow, type FollowedAct } from './follow.ts'
import { takeFollowed } from './take-followed.ts'

let databaseUrl: string
let world: World

beforeAll(async () => {
  databaseUrl = await testDatabase()
  world = await budgetWorld(databaseUrl, '1000.00', 6)
  // What followers note in this file.
  await world.query('create table noted (id bigint generated always as identity, follower text, no text, did text)')
})

afterAll(() => world?.close())

beforeEach(() => world.query('with o as (delete from outbox), d as (delete from outbox_dead_letter) delete from noted'))

const note = (tx: Tx, follower: string, { no, did }: FollowedAct) =>
  tx.run({ text: 'insert into noted (follower, no, did) values ($1, $2, $3)', values: [follower, no, did] })

/** Notes each act, and fails at those of that number after it has written. */
function noting(name: string, did: string, failsAt?: string): Follow {
  return {
    name,
    of: countryBudgetDocument.definition,
    did,
    async do(tx, acts) {
      for (const act of acts) {
        await note(tx, name, act)
        if (act.no === failsAt) throw new Error('a number that it does not know')
      }
    },
  }
}

const noted = () =>
  world.query<{ follower: string; no: string; did: string }>('select follower, no, did from noted order by id')
const left = async () => (await world.query('select from outbox')).length

/** Messages of completed actions, as the runner of actions writes them, but that no change mark holds up a second relay. */
const say = (acts: readonly (readonly [documentId: number, did: string])[]) =>
  world.query(
    `insert into outbox (topic, payload)
     select 'document.changed', jsonb_build_object('documentType', 'countryBudget', 'documentId', a->>0, 'kinds', '[]'::jsonb, 'inboxOf', '[]'::jsonb,
       'completed', jsonb_build_object('did', a->>1, 'no', 'N' || (a->>0), 'round', 1, 'actorId', 1, 'at', '2026-11-21T08:00:00Z'))
     from jsonb_array_elements($1::jsonb) with ordinality as t (a, place) order by place`,
    [JSON.stringify(acts)],
  )

it('an area that follows an approval is told of its completion once, after the last approver and never within their transaction', async () => {
  const told: FollowedAct[] = []
  const tell: Follow = {
    name: 'what is granted',
    of: 'countryBudget',
    did: 'approve',
    do: async (_tx, acts) => void told.push(...acts),
  }
  const relay = async () => {
    while (await relayOnce(world.pool, takeFollowed([noting('what is asked', 'submit'), tell])));
  }
  const { id, no, formInstanceId } = await world.submit('in.channel', [{ amount: '10' }])
  const [last, ...before] = ['hq.budget', 'in.rsd', 'in.regfinance', 'in.manager']
  for (const account of before.toReversed()) await world.decide(account, 'approve', formInstanceId!)
  await relay()
  expect(told).toEqual([])
  expect(await noted()).toEqual([{ follower: 'what is asked', no, did: 'submit' }])
  await world.decide(last!, 'approve', formInstanceId!)
  expect(told).toEqual([])
  await relay()
  await relay()
  const { principal } = await world.contextOf('hq.budget')
  expect(told).toEqual([
    {
      documentType: 'countryBudget',
      documentId: id,
      no,
      did: 'approve',
      round: 1,
      actorId: principal.userId,
      at: world.now,
    },
  ])
})

it('a follower that fails loses nothing but its own message, which is set aside for it alone and can be put back', async () => {
  await say([
    [1, 'approve'],
    [2, 'approve'],
    [3, 'approve'],
  ])
  const told: string[] = []
  const handler =
    (failsAt?: string): MessageHandler =>
    async (tx, messages) => {
      told.push(...messages.map(({ topic }) => topic))
      await takeFollowed([noting('first', 'approve', failsAt), noting('second', 'approve')])(tx, messages)
    }
  await relayOnce(world.pool, handler('N2'))
  const all = (follower: string, ...numbers: readonly string[]) =>
    numbers.map((no) => ({ follower, no, did: 'approve' }))
  expect(await noted()).toEqual([...all('first', 'N1', 'N3'), ...all('second', 'N1', 'N2', 'N3')])
  expect(told).toHaveLength(3)
  expect(await left()).toBe(0)
  const aside = await world.query<{ id: string }>(
    `select id, topic, payload->>'follower' as follower, payload->>'no' as no, reason from outbox_dead_letter`,
  )
  expect(aside).toMatchObject([
    { topic: 'document.follow', follower: 'first', no: 'N2', reason: 'a number that it does not know' },
  ])
  await world.query(blockOf('Messages that were set aside', 'sql').replace('id = 1', `id = ${aside[0]?.id}`))
  await relayOnce(world.pool, handler())
  expect((await noted()).slice(5)).toEqual(all('first', 'N2'))
  expect(await left()).toBe(0)
})

it('a follower that meets an unavailable database is called again with the whole batch', async () => {
  await say([[1, 'approve']])
  let asked = 0
  const relay = startRelay(
    world.pool,
    takeFollowed([
      {
        ...noting('first', 'approve'),
        async do(tx, acts) {
          await note(tx, 'first', acts[0]!)
          asked += 1
          if (asked < 3) throw Object.assign(new Error('no connection is free'), { code: '53300' })
        },
      },
    ]),
    10,
  )
  await until(async () => (await left()) === 0, 'the message stays')
  await relay.close()
  expect(asked).toBe(3)
  expect(await noted()).toHaveLength(1)
})

it('a relay that takes a later act of a document waits for the one that holds the earlier act', async () => {
  await say([[1, 'submit']])
  const follows = [noting('first', 'submit'), noting('first approval', 'approve')]
  const { promise: isTold, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  const early = relayOnce(world.pool, async (tx, messages) => {
    held()
    await isTold
    await takeFollowed(follows)(tx, messages)
  })
  await isHeld
  await say([
    [1, 'approve'],
    [2, 'approve'],
  ])
  let isLateDone = false
  const late = relayOnce(world.pool, takeFollowed(follows)).then(() => (isLateDone = true))
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await world.query(waits)).length > 0, 'the later relay does not wait')
  expect(isLateDone).toBe(false)
  goOn()
  await Promise.all([early, late])
  expect((await noted()).map(({ no, did }) => `${no} ${did}`)).toEqual(['N1 submit', 'N1 approve', 'N2 approve'])
})

it('two relays of which one is killed call a follower once for each message', async () => {
  const MESSAGES = 2_000
  await world.query(
    `create function slowly() returns trigger language plpgsql as 'begin perform pg_sleep(0.0004); return new; end'`,
  )
  await world.query('create trigger slowly before insert on noted for each row execute function slowly()')
  await say(Array.from({ length: MESSAGES }, (_, index) => [index, 'approve'] as const))
  const inTheirFollower = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  const [victim, other] = [startRelayProcess(), startRelayProcess()]
  try {
    await until(async () => (await world.query(inTheirFollower)).length === 2, 'the relays do not share', {
      everyMs: 2,
    })
    await killed(victim)
    expect(await left(), 'it was killed too late').toBeGreaterThan(0)
    await until(async () => (await left()) === 0, 'messages stay')
  } finally {
    await Promise.all([killed(victim), killed(other)])
  }
  const [sum] = await world.query('select count(*)::int as all, count(distinct no)::int as different from noted')
  expect(sum).toEqual({ all: MESSAGES, different: MESSAGES })
})

/** A process that does nothing but relay, with a follower that notes each act. */
function startRelayProcess(): ChildProcess {
  const script = `
    const { createPool } = await import('#kernel/platform/db/pool.ts')
    const { startRelay } = await import('#kernel/platform/outbox/relay.ts')
    const { takeFollowed } = await import('#kernel/services/following/take-followed.ts')
    const text = "insert into noted (follower, no, did) select 'process', n, 'approve' from unnest($1::text[]) n"
    const follow = { name: 'process', of: 'countryBudget', did: 'approve', do: (tx, acts) => tx.run({ text, values: [acts.map(({ no }) => no)] }) }
    startRelay(createPool({ databaseUrl: ${JSON.stringify(databaseUrl)}, max: 2, name: 'a relay' }), takeFollowed([follow]), 10)`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

it('the product does not start with a follower of a type or an action that does not exist, or of a name that is taken', () => {
  const check =
    (...follows: readonly Follow[]) =>
    () =>
      checkFollows(follows, [countryBudgetDocument])
  const follow = noting('what is granted', 'approve')
  expect(check(follow, noting('what is asked', 'submit'))).not.toThrow()
  expect(check({ ...follow, of: 'priceCut' })).toThrow('what is granted follows priceCut, which is no type of document')
  const moves = { ...follow, of: 'priceMove', did: 'move' }
  expect(() => checkFollows([moves], [countryBudgetDocument], [{ type: 'priceMove', did: 'move' }])).not.toThrow()
  expect(check({ ...follow, did: 'bless' })).toThrow('what is granted follows bless, no action of countryBudget')
  expect(check(follow, follow)).toThrow('two follow under the name what is granted')
})
