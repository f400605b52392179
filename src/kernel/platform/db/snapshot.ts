import pg from 'pg'
import { copyOut } from './copy-out.ts'
import { sessionOptions } from './pool.ts'
import { prepared, type Statement } from './statement.ts'
import { reading, type TransactionPool, type Tx, txOn } from './tx.ts'

/** Two ways to stream many rows: rows not requested yet are not in memory. */
export interface Reading {
  /** In batches; other statements may run between two of them. */
  cursor<Row>(statement: Statement<Row>, batch: number): AsyncGenerator<Row[]>
  /** As the database writes them, in chunks of whole rows; nothing else runs meanwhile. */
  copy(statement: Statement): Promise<SnapshotCopy>
}

export interface SnapshotCopy {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
  readonly pieces: AsyncGenerator<Buffer>
}

/** An export may take long, but its pauses are bounded; a COPY, which is one statement, may take as long as a whole export. */
const timeouts = (minutes: number) =>
  `-c lock_timeout=5s -c statement_timeout=${minutes}min -c idle_in_transaction_session_timeout=5min`

/** A pool for cursors, which do not run on pipelined connections. */
export function createCursorPool(options: {
  readonly databaseUrl: string
  readonly max: number
  readonly name: string
  /** Time-out of a statement. */
  readonly minutes?: number
}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.max,
    application_name: options.name,
    options: `${sessionOptions()} ${timeouts(options.minutes ?? 60)}`,
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

/** Cancels a reading that is no longer wanted; `by` is the pool through which the cancellation is sent. */
export interface Stop {
  readonly signal: AbortSignal
  readonly by: TransactionPool
}

const cancelBackend = prepared('snapshot.cancel', 'select pg_cancel_backend($1)')
const CANCEL_EVERY_MS = 500

/** Repeats the cancellation until the reading has ended: between two statements there is nothing to cancel. */
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
      // Waits, because another reader may get the connection next.
      await cancelling
    },
  }
}

/** On a connection whose transaction the caller opened and will end. */
export function readingOn(client: pg.PoolClient): Reading & { isCopying(): boolean } {
  let count = 0
  let copying = 0
  async function* pieces(statement: Statement): AsyncGenerator<Buffer> {
    copying += 1
    yield* copyOut(client, statement)
    // Not decremented for a copy that broke off: the connection is then unusable.
    copying -= 1
  }
  return {
    isCopying: () => copying > 0,
    async *cursor<Row>(statement: Statement<Row>, batch: number) {
      const name = `cursor_${(count += 1)}`
      await client.query(`declare ${name} no scroll cursor for ${statement.text}`, statement.values as unknown[])
      for (;;) {
        const { rows } = await client.query(`fetch ${batch} from ${name}`)
        if (rows.length > 0) yield rows as Row[]
        if (rows.length < batch) break
      }
      await client.query(`close ${name}`)
    },
    async copy(statement) {
      const { text, values } = statement
      const { fields } = await client.query(`select * from (${text}) described limit 0`, values as unknown[])
      return { fields, pieces: pieces(statement) }
    },
  }
}

/** Reads in one snapshot of the database, however long it takes; writers are not blocked. */
export async function snapshot<T>(
  pool: TransactionPool,
  read: (tx: Tx, reading: Reading) => Promise<T>,
  stop?: Stop,
): Promise<T> {
  const client = await pool.connect()
  const cancelling = stop && cancelOn(stop, (client as unknown as { processID: number }).processID)
  let broken: Error | undefined
  const many = readingOn(client)
  try {
    await client.query('begin isolation level repeatable read read only')
    // Optimises for reading all rows instead of the first few.
    await client.query('set local cursor_tuple_fraction = 1')
    // Sorting all rows in memory takes half of the time that it takes on disk; a worker makes few exports at a time.
    await client.query(`set local work_mem = '64MB'`)
    const result = await read(txOn(client), many)
    await cancelling?.done()
    await client.query('commit')
    return result
  } catch (error) {
    await cancelling?.done()
    // The next user of the connection must not find an open transaction, and the rest of a COPY would have to be read first.
    if (many.isCopying()) broken = error as Error
    else await client.query('rollback').catch((cause: Error) => (broken = cause))
    throw error
  } finally {
    client.release(broken)
  }
}
