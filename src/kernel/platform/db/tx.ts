import type { PoolClient } from 'pg'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { type Answered, Flight } from './flight.ts'
import { type Runnable, type Statement, statementOf } from './statement.ts'

/** Runs statements: a reader (each statement separately) or an open transaction. */
export interface Tx {
  /** All rows of one statement. */
  rows<Row>(query: Runnable<Row>): Promise<Row[]>
  /** The first row, or undefined. */
  first<Row>(query: Runnable<Row>): Promise<Row | undefined>
  /** The number of rows that a write changed. */
  run(query: Runnable<unknown>): Promise<number>
  /** Sends all statements in one round trip and returns their rows in order; the first failure is thrown. */
  flight(statements: readonly Statement[]): Promise<unknown[][]>
}

/** A reader without a transaction: each statement has its own snapshot, on whichever connection it runs. */
export interface ReadTx extends Tx {
  /**
   * The answers of reads that do not depend on each other, in order. While most of the pool is free, a second connection takes its share of
   * them (decision 119); each read keeps to the connection that it is given.
   */
  shared<T>(reads: readonly ((tx: Tx) => Promise<T>)[]): Promise<T[]>
}

/** The pool as the kernel's own processes use it; areas never see it. */
export interface TransactionPool {
  connect(): Promise<PoolClient>
  /** Connections in all, those that nobody uses, and requests that wait for one. A pool that does not count them is taken for busy. */
  readonly totalCount?: number
  readonly idleCount?: number
  readonly waitingCount?: number
  readonly options?: { readonly max?: number }
}

/** Sends statements as one flight; the first failure is thrown, with the stack of its caller. */
async function send(client: PoolClient, statements: readonly Statement[]): Promise<Answered[]> {
  if (statements.length === 0) return []
  try {
    return await client.query(new Flight(statements)).answers
  } catch (error) {
    Error.captureStackTrace(error as Error)
    throw error
  }
}

interface Corkable {
  connection?: { stream?: { cork?: () => void; uncork?: () => void } }
}

/** The same outside of a transaction: one packet, but each statement is a transaction of its own with its own snapshot. */
async function sendEach(client: PoolClient, statements: readonly Statement[]): Promise<Answered[]> {
  const stream = (client as unknown as Corkable).connection?.stream
  stream?.cork?.()
  let pending: Promise<Answered[]>[]
  try {
    pending = statements.map((statement) => send(client, [statement]))
  } finally {
    stream?.uncork?.()
  }
  const settled = await Promise.allSettled(pending)
  return settled.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value[0]!
  })
}

/** Runs statements in a transaction that the caller opened and will close. */
export function txOn(client: PoolClient): Tx {
  return on(client, send)
}

function on(client: PoolClient, together: typeof send): Tx {
  return {
    async rows<Row>(query: Runnable<Row>) {
      const [result] = await send(client, [statementOf(query)])
      return (result?.rows ?? []) as Row[]
    },
    async first<Row>(query: Runnable<Row>) {
      const [result] = await send(client, [statementOf(query)])
      return result?.rows[0] as Row | undefined
    },
    async run(query) {
      const [result] = await send(client, [statementOf(query)])
      return result?.rowCount ?? 0
    },
    async flight(statements) {
      return (await together(client, statements)).map((result) => result.rows)
    },
  }
}

const BEGIN: Statement = { name: 'begin', text: 'begin', values: [] }
const COMMIT: Statement = { name: 'commit', text: 'commit', values: [] }
const ROLLBACK: Statement = { name: 'rollback', text: 'rollback', values: [] }

/** Serialisation failure and deadlock are safe to repeat, because nothing was written. */
const REPEATABLE = new Set(['40001', '40P01'])
/** Lock and statement time-outs, too many connections: the caller may try later. */
const BUSY = new Set(['55P03', '57014', '53300', '25P03'])
const ATTEMPTS = 4

function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' ? code : undefined
}

async function withClient<T>(pool: TransactionPool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    // A broken connection (class 08, 57P) must not return to the pool.
    if (!(error instanceof Refused) && (sqlState(error) ?? '08').match(/^(08|57P)/)) broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      const state = sqlState(error)
      if (state && REPEATABLE.has(state) && count < ATTEMPTS) continue
      if (state && (REPEATABLE.has(state) || BUSY.has(state))) throw new Refused(httpErrors.busy())
      throw error
    }
  }
}

/** Runs work in one transaction; a refusal or failure rolls all of it back, a deadlock repeats it. */
export function transaction<T>(pool: TransactionPool, work: (tx: Tx) => Promise<T>): Promise<T> {
  return repeated(() =>
    withClient(pool, async (client) => {
      await send(client, [BEGIN])
      try {
        const result = await work(txOn(client))
        const [answer] = await send(client, [COMMIT])
        confirmCommitted(answer)
        return result
      } catch (error) {
        await rollback(client)
        throw error
      }
    }),
  )
}

/** Runs reads one by one without a transaction, each on its own snapshot. */
export function reading<T>(pool: TransactionPool, work: (tx: ReadTx) => Promise<T>): Promise<T> {
  return repeated(() =>
    withClient(pool, (client) => {
      const tx = on(client, sendEach)
      return work({ ...tx, shared: (reads) => shared(pool, tx, reads) })
    }),
  )
}

/** Nobody waits, and more than half of the connections are free: whoever takes a second one leaves enough to those who have none. */
function isMostlyFree({ totalCount, idleCount, waitingCount, options }: TransactionPool): boolean {
  const max = options?.max
  if (totalCount === undefined || idleCount === undefined || waitingCount !== 0 || max === undefined) return false
  return (totalCount - idleCount) * 2 < max
}

/** Two connections take one read after the other from the same row, so that neither waits for the longer half. */
async function shared<T>(pool: TransactionPool, tx: Tx, reads: readonly ((tx: Tx) => Promise<T>)[]): Promise<T[]> {
  if (reads.length < 2 || !isMostlyFree(pool)) return Promise.all(reads.map((read) => read(tx)))
  const answers: T[] = []
  let next = 0
  const take = async (own: Tx): Promise<void> => {
    try {
      while (next < reads.length) {
        const at = next++
        answers[at] = await reads[at]!(own)
      }
    } catch (error) {
      next = reads.length
      throw error
    }
  }
  let isHere = false
  const other = withClient(pool, (client) => {
    isHere = true
    return take(on(client, sendEach))
  })
  other.catch(() => undefined)
  const [end] = await Promise.allSettled([take(tx)])
  // A connection that comes too late, or not at all, has read nothing; one that reads still ends, and then goes back to the pool.
  if (isHere) await other
  if (end.status === 'rejected') throw end.reason
  return answers
}

/**
 * A transaction in two flights: `read` is sent together with begin; `decide` is pure and returns the
 * writes, which are sent together with commit, or an answer that writes nothing.
 */
export function twoFlights<T>(
  pool: TransactionPool,
  read: readonly Statement[],
  decide: (rows: unknown[][]) => { writes: readonly Statement[]; answer: T },
): Promise<T> {
  return repeated(() =>
    withClient(pool, async (client) => {
      try {
        const [, ...facts] = await send(client, [BEGIN, ...read])
        const { writes, answer } = decide(facts.map((result) => result.rows))
        if (writes.length === 0) {
          await rollback(client)
          return answer
        }
        const results = await send(client, [...writes, COMMIT])
        confirmCommitted(results.at(-1))
        return answer
      } catch (error) {
        await rollback(client)
        throw error
      }
    }),
  )
}

/** Committing an aborted transaction answers ROLLBACK without an error, so success requires the tag COMMIT. */
function confirmCommitted(result: Answered | undefined): void {
  if (result?.command !== 'COMMIT') throw new Error(`commit answered ${result?.command ?? 'nothing'}`)
}

async function rollback(client: PoolClient): Promise<void> {
  try {
    await send(client, [ROLLBACK])
  } catch {
    // The connection is gone and its transaction with it; the first error is the one to report.
  }
}
