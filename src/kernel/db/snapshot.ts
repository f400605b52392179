import pg from 'pg'
import { prepared, type Statement } from './statement.ts'
import { reading, type TransactionPool, type Tx, txOn } from './tx.ts'

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

/** What ends a reading that nobody wants any more; `by` has the connection to say so. */
export interface Stop {
  readonly signal: AbortSignal
  readonly by: TransactionPool
}

const cancelBackend = prepared('snapshot.cancel', 'select pg_cancel_backend($1)')
const CANCEL_EVERY_MS = 500

/** Cancels what the connection does until it has ended: between two statements there is nothing to cancel. */
function cancelOn({ signal, by }: Stop, backend: number): { done(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let cancelling: Promise<unknown> = Promise.resolve()
  const cancel = (): void => {
    cancelling = cancelling.then(() => reading(by, (tx) => tx.run(cancelBackend(backend)))).catch(() => undefined)
  }
  const begin = (): void => {
    cancel()
    timer = setInterval(cancel, CANCEL_EVERY_MS)
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return {
    async done() {
      signal.removeEventListener('abort', begin)
      clearInterval(timer)
      // The connection may be somebody else's next.
      await cancelling
    },
  }
}

/** Reads in one snapshot of the database, however long it takes; writers do not wait for it. */
export async function snapshot<T>(
  pool: TransactionPool,
  read: (tx: Tx, cursor: Cursor) => Promise<T>,
  stop?: Stop,
): Promise<T> {
  const client = await pool.connect()
  const cancelling = stop && cancelOn(stop, (client as unknown as { processID: number }).processID)
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
    await cancelling?.done()
    await client.query('commit')
    return result
  } catch (error) {
    await cancelling?.done()
    // The next one must not find a transaction that is under way.
    await client.query('rollback').catch((cause: Error) => (broken = cause))
    throw error
  } finally {
    client.release(broken)
  }
}
