import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type pg from 'pg'
import { createPool } from '#kernel/platform/db/pool.ts'
import type { Flight } from '#kernel/platform/db/flight.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { type TransactionPool, twoFlights } from '#kernel/platform/db/tx.ts'
import { INDIAN_ROUTE, worldOn } from '#test/helpers/budget/budget-world.ts'
import { grantOf, POOLS } from './company.ts'
import { setting } from './report.ts'

/** Applications whose statements are recorded; each is replayed on accounts of its own. */
const RECORDED = setting('BENCH_RECORDED', 100, 3)

interface Flights {
  readonly reads: readonly Statement[]
  readonly writes: readonly Statement[]
}

interface Ids {
  readonly id: string
  readonly no: string
  readonly reservations: readonly string[]
}

interface Recording {
  readonly ids: Ids
  readonly submit: Flights & { readonly key: string }
  /** One per step, with its decided task. */
  readonly decisions: readonly (Flights & { readonly key: string; readonly task: string })[]
}

export interface ActionFloor {
  submits(seconds: number): Promise<number>
  decisions(documents: number): Promise<number>
  close(): Promise<void>
}

/** Ids of different tables never coincide: a replay replaces them wherever they occur. */
export async function separateIds(pool: pg.Pool): Promise<void> {
  await pool.query(`
    alter sequence document_id restart 1000000000;
    alter table approval_task alter column id restart 2000000000;
    alter table ledger_reservation alter column id restart 3000000000`)
}

/** A pool that also records what is sent. */
function recordingPool(pool: pg.Pool, sent: Statement[]): TransactionPool {
  return {
    async connect() {
      const client = await pool.connect()
      return new Proxy(client, {
        get(target, name) {
          if (name === 'query') {
            return (flight: Flight) => {
              sent.push(...flight.statements)
              return target.query(flight)
            }
          }
          const value: unknown = Reflect.get(target, name, target)
          return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
        },
      }) satisfies PoolClient
    },
  }
}

/** The first write of every action is the document itself; earlier statements read. */
function flightsOf(sent: readonly Statement[]): Flights {
  const inner = sent.filter(({ name }) => name !== 'begin' && name !== 'commit')
  const first = inner.findIndex(({ name }) => name === 'countryBudget.insert' || name === 'countryBudget.update')
  return { reads: inner.slice(0, first), writes: inner.slice(first) }
}

async function record(pool: pg.Pool, index: number): Promise<Recording> {
  const sent: Statement[] = []
  const world = worldOn(recordingPool(pool, sent) as pg.Pool)
  const plain = worldOn(pool)
  world.contextOf = (account) => plain.contextOf(account)
  const key = randomUUID()
  const submitted = await world.act('in.channel', 'submit', { raw: grantOf(1 + (index % (POOLS - 1))) }, key)
  const submit = { ...flightsOf(sent), key }
  const { rows: reservations } = await pool.query<{ id: string }>(
    'select id from ledger_reservation where document_id = $1 order by document_line',
    [submitted.id],
  )
  const { rows: hash } = await pool.query<{ content_hash: string }>(
    'select content_hash from country_budget where id = $1',
    [submitted.id],
  )
  const decisions = []
  for (const account of INDIAN_ROUTE) {
    const { rows } = await pool.query<{ id: string }>(
      `select id from approval_task where document_id = $1 and state = 'open'`,
      [submitted.id],
    )
    const task = rows[0]!.id
    const decisionKey = randomUUID()
    sent.length = 0
    await world.act(
      account,
      'approve',
      {
        formInstanceId: submitted.formInstanceId,
        taskId: task,
        contentHash: hash[0]!.content_hash,
        opinion: 'In line with the plan of the quarter',
      },
      decisionKey,
    )
    decisions.push({ ...flightsOf(sent), key: decisionKey, task })
  }
  return {
    ids: { id: submitted.id, no: submitted.no, reservations: reservations.map((row) => row.id) },
    submit,
    decisions,
  }
}

/** Replaces a text that is the whole value, or a quoted one within a JSON value, such as tasks and their acts. */
function swapped(statements: readonly Statement[], swaps: ReadonlyMap<string, string>): Statement[] {
  const swap = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(swap)
    if (typeof value !== 'string') return value
    if (!/^[[{]/.test(value)) return swaps.get(value) ?? value
    return value.replace(/"([\w-]+)"/g, (quoted, text: string) => (swaps.has(text) ? `"${swaps.get(text)}"` : quoted))
  }
  return statements.map((statement) => ({ ...statement, values: statement.values.map(swap) }))
}

/**
 * The floor of database and driver: the recorded statements of real actions, in the same two flights, for new
 * documents; without HTTP, session, validation, rules, approval engine and hashes.
 */
export async function startFloor(databaseUrl: string, clients: number): Promise<ActionFloor> {
  const pool = createPool({ databaseUrl, max: clients, name: 'floor' })
  const recordings: Recording[] = []
  for (let index = 0; index < RECORDED; index += 1) recordings.push(await record(pool, index))
  /** Replayed documents awaiting decisions. */
  const waiting: { readonly id: string; readonly no: string; readonly recording: Recording }[] = []

  async function submitOne(recording: Recording): Promise<void> {
    const key = randomUUID()
    const at = recording.submit.reads.findIndex((statement) => statement.name === 'document.new-identity')
    const identity = await twoFlights(
      pool,
      swapped(recording.submit.reads, new Map([[recording.submit.key, key]])),
      (rows) => {
        const made = rows[at]![0] as { id: string; no: string }
        const swaps = new Map([
          [recording.submit.key, key],
          [recording.ids.id, made.id],
          [recording.ids.no, made.no],
        ])
        return { writes: swapped(recording.submit.writes, swaps), answer: made }
      },
    )
    waiting.push({ ...identity, recording })
  }

  async function together(work: () => Promise<boolean>): Promise<number> {
    const started = performance.now()
    let done = 0
    const client = async () => {
      while (await work()) done += 1
    }
    await Promise.all(Array.from({ length: clients }, client))
    return done / ((performance.now() - started) / 1000)
  }

  return {
    submits(seconds) {
      const until = performance.now() + seconds * 1000
      let next = 0
      return together(async () => {
        if (performance.now() >= until) return false
        await submitOne(recordings[next++ % recordings.length]!)
        return true
      })
    },
    async decisions(documents) {
      const targets = waiting.splice(0, documents)
      const { rows } = await pool.query<{ document_id: string; ids: string[] }>(
        'select document_id, array_agg(id::text order by document_line) as ids from ledger_reservation where document_id = any ($1::bigint[]) group by 1',
        [targets.map((target) => target.id)],
      )
      const reservations = new Map(rows.map((row) => [row.document_id, row.ids]))
      const rates: number[] = []
      for (const step of INDIAN_ROUTE.keys()) {
        const { rows: open } = await pool.query<{ id: string; document_id: string }>(
          `select id, document_id from approval_task where document_id = any ($1::bigint[]) and state = 'open'`,
          [targets.map((target) => target.id)],
        )
        const tasks = new Map(open.map((row) => [row.document_id, row.id]))
        const left = [...targets]
        const rate = await together(async () => {
          const target = left.pop()
          if (!target) return false
          const { ids, decisions } = target.recording
          const decision = decisions[step]!
          const swaps = new Map([
            [decision.key, randomUUID()],
            [ids.id, target.id],
            [ids.no, target.no],
            [decision.task, tasks.get(target.id)!],
            ...ids.reservations.map((id, index) => [id, reservations.get(target.id)![index]!] as const),
          ])
          await twoFlights(pool, swapped(decision.reads, swaps), () => ({
            writes: swapped(decision.writes, swaps),
            answer: null,
          }))
          return true
        })
        rates.push(rate)
      }
      // Each step had as many decisions: the overall rate is the harmonic mean.
      return rates.length / rates.reduce((sum, rate) => sum + 1 / rate, 0)
    },
    close: () => pool.end(),
  }
}
