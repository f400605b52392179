// `post` of one journal with two legs through the product's statement, against pgbench sending the same text.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createPool } from '#kernel/platform/db/pool.ts'
import { txOn } from '#kernel/platform/db/tx.ts'
import { post } from '#kernel/engine/ledger/post.ts'
import { legsOf } from '#kernel/engine/ledger/posting.ts'
import { amount } from '#kernel/base/money/money.ts'
import { budgetLedger } from '#areas/budget/budget.ledger.ts'
import { benchDatabase } from './lib/database.ts'
import { load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const CLIENTS = 16
const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
const SECONDS = setting('BENCH_SECONDS', 5, 1)
const ACCOUNTS = 1000
const GOAL_PERCENT = 70

const { debit, credit } = legsOf(budgetLedger)
const AT = new Date('2026-11-21T08:00:00Z')
const begin = { name: 'begin', text: 'begin', values: [] }
const commit = { name: 'commit', text: 'commit', values: [] }
const one = amount('1.00')

/** Any id will do; pgbench can generate random ones too, so both write their keys in random places. */
function journal(documentId: number, from: string, to: string) {
  return post({
    key: { documentType: 'bench', documentId: String(documentId), round: 1, action: 'move' },
    actorId: 1,
    at: AT,
    legs: [
      debit(to, 'avl', one, 'INR', { counter: 'granted' }),
      credit(from, 'avl', one, 'INR', { counter: 'distributed' }),
    ],
  })
}

async function product(pool: pg.Pool, accounts: number): Promise<{ perSecond: number; p99: number }> {
  const until = performance.now() + SECONDS * 1000
  const times: number[] = []
  const client = async () => {
    while (performance.now() < until) {
      const started = performance.now()
      const from = accounts === 2 ? 1 : randomInt(1, accounts)
      const to = accounts === 2 ? 2 : (from % accounts) + 1
      const statement = journal(randomInt(1, 2 ** 47), String(from), String(to))
      const connection = await pool.connect()
      try {
        await txOn(connection).flight([begin, statement, commit])
      } finally {
        connection.release()
      }
      times.push(performance.now() - started)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { perSecond: times.length / ((performance.now() - started) / 1000), p99: percentile(times, 0.99) }
}

/** The product's own text with pgbench's variables in place of the parameters, in one flight like the product's. */
function pgbenchScript(accounts: number): string {
  const { text, values } = journal(1, '1', '2')
  const variables: Record<number, string> = {
    2: ':document',
    9: 'array[:target, :source]',
    10: ':buckets',
    11: ':counters',
    12: ':amounts',
    13: ':currencies',
    14: ':lines',
    8: ':ledgers',
  }
  const literal = (value: unknown) => {
    if (Array.isArray(value)) return `'{}'`
    if (value instanceof Date) return `'${value.toISOString()}'`
    return typeof value === 'number' ? String(value) : `'${String(value)}'`
  }
  const call = text.replace(
    /\$(\d+)/g,
    (_, digits: string) => variables[Number(digits)] ?? literal(values[Number(digits) - 1]),
  )
  const choose =
    accounts === 2
      ? ['\\set source 1', '\\set target 2']
      : [`\\set source random(1, ${accounts - 1})`, `\\set target :source % ${accounts} + 1`]
  return [
    '\\set document random(1, 140737488355327)',
    ...choose,
    '\\startpipeline',
    'begin;',
    `${call};`,
    'commit;',
    '\\endpipeline',
    '',
  ].join('\n')
}

function floor(url: string, script: string): number {
  const { hostname, port, username, password, pathname } = new URL(url)
  const arrays = {
    ledgers: '{budget,budget}',
    buckets: '{avl,avl}',
    counters: '{granted,distributed}',
    amounts: '{1.00,-1.00}',
    currencies: '{INR,INR}',
    lines: '{NULL,NULL}',
  }
  const variables = Object.entries(arrays).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const done = spawnSync(
    'pgbench',
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(CLIENTS),
      '-j',
      '2',
      '-T',
      String(SECONDS),
      ...variables,
      '-f',
      script,
      '-h',
      hostname,
      '-p',
      port,
      '-U',
      username,
      pathname.slice(1),
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) }, encoding: 'utf8' },
  )
  // Without pgbench there is no floor; the bench runs all the same.
  if ((done.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return Number.NaN
  const found = /tps = ([\d.]+) \(without/.exec(done.stdout ?? '')
  if (done.status !== 0 || !found) throw new Error(`pgbench did not run: ${done.error?.message ?? done.stderr}`)
  return Number(found[1])
}

const database = await benchDatabase('post')
const pool = createPool({ databaseUrl: database.url, max: CLIENTS, name: 'bench' })
const folder = mkdtempSync(join(tmpdir(), 'bench-post-'))
try {
  await pool.query(
    `insert into budget_account (currency, mode) select 'INR', 'tracking' from generate_series(1, ${ACCOUNTS})`,
  )
  const cases = [
    { name: 'one hot pair', accounts: 2 },
    { name: `${ACCOUNTS} accounts`, accounts: ACCOUNTS },
  ].map((each) => ({
    ...each,
    script: join(folder, `${each.accounts}.sql`),
    ours: [] as number[],
    p99: [] as number[],
    floor: [] as number[],
  }))
  for (const each of cases) {
    writeFileSync(each.script, pgbenchScript(each.accounts))
    await product(pool, each.accounts)
  }
  const busy = load()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const each of cases) {
      const turns = [
        () => void each.floor.push(floor(database.url, each.script)),
        async () => {
          const { perSecond, p99 } = await product(pool, each.accounts)
          each.ours.push(perSecond)
          each.p99.push(p99)
        },
      ]
      // The order alternates, so that neither benefits from a growing table or a checkpoint.
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
    }
  }
  const share = (each: (typeof cases)[number]) => (100 * median(each.ours)) / median(each.floor)
  printTable(
    cases.map((each) => ({
      'post, 16 clients': each.name,
      'pgbench/s': median(each.floor).toFixed(0),
      'product/s': median(each.ours).toFixed(0),
      'p99 ms': median(each.p99).toFixed(1),
      share: `${share(each).toFixed(0)} %`,
    })),
  )
  console.log(`median of ${ROUNDS} rounds of ${SECONDS} s; load before ${busy}, after ${load()}`)
  printGoals(
    cases.map((each) => ({
      what: `post, ${each.name}`,
      value: share(each),
      goal: GOAL_PERCENT,
      is: 'least',
      unit: '% of pgbench',
    })),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
  await pool.end()
  await database.close()
}
