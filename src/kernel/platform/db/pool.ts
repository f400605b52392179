import pg from 'pg'
import { clockAhead } from '#kernel/base/clock/clock.ts'

// A date has no time and no zone: the driver would turn it into midnight in the zone of the process.
pg.types.setTypeParser(pg.types.builtins.DATE, (day: string) => day)

export interface PoolOptions {
  readonly databaseUrl: string
  readonly max: number
  /** Shown in pg_stat_activity. */
  readonly name: string
  /** Milliseconds that `product_now()` is ahead of the database's clock; by default as far as the clock of this process. */
  readonly ahead?: number
}

/**
 * Settings that statements rely on, set on each connection because server, database or role may have others: instants
 * become days by UTC unless a statement names an organisation's zone. JIT is off: most statements are short but join
 * many tables, so the cost estimate would trigger compilation, which takes longer than running them.
 */
const SESSION = [
  '-c TimeZone=UTC',
  '-c DateStyle=ISO,YMD',
  '-c IntervalStyle=postgres',
  String.raw`-c default_transaction_isolation=read\ committed`,
  '-c jit=off',
].join(' ')

/** The options of a connection; `ahead`: milliseconds that the product's clock is ahead of the database's, which `product_now()` adds. */
export function sessionOptions(ahead = clockAhead()): string {
  return ahead === 0 ? SESSION : `${SESSION} -c product.clock_ahead=${Math.round(ahead)}ms`
}

/** Time-outs, sent with the connection, so that every transaction has them without a statement of its own. */
const TIMEOUTS = '-c lock_timeout=5s -c statement_timeout=30s -c idle_in_transaction_session_timeout=15s'

/**
 * A pool of pipelined connections: several statements travel in one round trip. Cursors do not run on these;
 * streaming exports use a pool of their own.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.max,
    application_name: options.name,
    pipeline: true,
    options: `${sessionOptions(options.ahead)} ${TIMEOUTS}`,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  } as pg.PoolConfig)
  // The pool listens for errors on idle connections only; without this listener an error on a busy connection would end
  // the process, though its statements have already failed with the same error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // A lost idle connection (database restart) must not end the process: the pool makes a new one.
  pool.on('error', (error) => {
    if (!pool.ending) console.error(`database connection lost: ${error.message}`)
  })
  return pool
}
