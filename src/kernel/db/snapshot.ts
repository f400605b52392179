import pg from 'pg'
import type { Statement } from './statement.ts'
import { type TransactionPool, type Tx, txOn } from './tx.ts'

/** Rows of a statement, batch by batch: what is not asked for yet is not in memory. */
export type Cursor = <Row>(statement: Statement<Row>, batch: number) => AsyncGenerator<Row[]>

/** An export may take long, but each of its statements and pauses is bounded (law 11). */
const TIMEOUTS = '-c lock_timeout=5s -c statement_timeout=15min -c idle_in_transaction_session_timeout=5min'

/** A pool for cursors, which do not run on pipelined connections. */
export function createCursorPool(options: {
  readonly databaseUrl: string
  readonly max: number
  readonly name: string
}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.max,
    application_name: options.name,
    options: TIMEOUTS,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 10_000,
    keepAlive: true,
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', (error) => {
    if (!pool.ending) console.error(`database connection lost: ${error.message}`)
  })
  return pool
}

/** Reads in one snapshot of the database, however long it takes; writers do not wait for it. */
export async function snapshot<T>(pool: TransactionPool, read: (tx: Tx, cursor: Cursor) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let count = 0
  async function* cursor<Row>(statement: Statement<Row>, batch: number): AsyncGenerator<Row[]> {
    const name = `cursor_${(count += 1)}`
    await client.query(`declare ${name} no scroll cursor for ${statement.text}`, statement.values as unknown[])
    for (;;) {
      const { rows } = await client.query(`fetch ${batch} from ${name}`)
      if (rows.length > 0) yield rows as Row[]
      if (rows.length < batch) break
    }
    await client.query(`close ${name}`)
  }
  try {
    await client.query('begin isolation level repeatable read read only')
    // All rows are wanted, not the first few soon.
    await client.query('set local cursor_tuple_fraction = 1')
    const result = await read(txOn(client), cursor)
    await client.query('commit')
    return result
  } catch (error) {
    // The next one must not find a transaction that is under way.
    await client.query('rollback').catch((cause: Error) => (broken = cause))
    throw error
  } finally {
    client.release(broken)
  }
}
